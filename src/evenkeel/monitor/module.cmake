find_package(pugixml REQUIRED)
pkg_check_modules(hwloc REQUIRED IMPORTED_TARGET hwloc)
target_link_libraries(evenkeel_monitor PRIVATE pugixml::pugixml nlohmann_json::nlohmann_json
                      PkgConfig::hwloc ${CMAKE_DL_LIBS})
evenkeel_plugins(monitor Sensor sensor.hpp sensors)
evenkeel_compile_fast(evenkeel_monitor)
# The triad tells how fast a host is, not how well it was compiled.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/evenkeel/monitor/rating.cpp
  PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
