# Back ends whose library is missing are left out with a line.
file(GLOB simulator_backends CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/src/evenkeel/simulator/backends/*.cpp)
list(FILTER simulator_backends EXCLUDE REGEX "_test\\.cpp$")
pkg_check_modules(simgrid IMPORTED_TARGET simgrid)
if(simgrid_FOUND)
  target_link_libraries(evenkeel_simulator PRIVATE PkgConfig::simgrid)
else()
  message(STATUS "SimGrid is not installed: no s4u back end (libsimgrid-dev)")
  file(GLOB left_out ${PROJECT_SOURCE_DIR}/src/evenkeel/simulator/backends/s4u*.cpp
       ${PROJECT_SOURCE_DIR}/src/evenkeel/simulator/simgrid/*.cpp)
  set_source_files_properties(${left_out} PROPERTIES HEADER_FILE_ONLY ON)
  list(REMOVE_ITEM simulator_backends ${left_out})
endif()
set(simulator_list ${PROJECT_BINARY_DIR}/generated/simulator_backends_builtin.cpp)
evenkeel_plugin_list(${simulator_list} simulator Backend backend.hpp ${simulator_backends})
target_sources(evenkeel_simulator PRIVATE ${simulator_list})

evenkeel_plugins(simulator LocalScheduler local_scheduler.hpp schedulers)
evenkeel_plugins(simulator SuperScheduler super_scheduler.hpp super_schedulers)
evenkeel_plugins(simulator InformationService information_service.hpp information_services)

find_package(pugixml REQUIRED)
target_link_libraries(evenkeel_simulator PRIVATE pugixml::pugixml
                      nlohmann_json::nlohmann_json PkgConfig::tomlplusplus)

# The program that `evenkeel replay` and `evenkeel grid` start. It must not link MPI: SimGrid
# exports MPI's own names.
if(EXISTS ${PROJECT_SOURCE_DIR}/src/evenkeel/simulator/main.cpp)
  add_executable(evenkeel-sim ${PROJECT_SOURCE_DIR}/src/evenkeel/simulator/main.cpp)
  target_link_libraries(evenkeel-sim PRIVATE evenkeel_simulator)
  target_compile_definitions(evenkeel-sim PRIVATE EVENKEEL_VERSION="${PROJECT_VERSION}")
  install(TARGETS evenkeel-sim)
endif()
if(TARGET simulator_test)
  # Job logs that are not part of the project; tests that need them are skipped without.
  set(EVENKEEL_WORKLOADS ${PROJECT_SOURCE_DIR}/../shared/workloads CACHE PATH
      "folder of job logs for tests")
  target_compile_definitions(simulator_test PRIVATE EVENKEEL_WORKLOADS="${EVENKEEL_WORKLOADS}")
endif()
