# The C API as a shared library that shows nothing but the functions of include/evenkeel.h.
foreach(used IN ITEMS core telemetry machine forecast monitor comm service)
  set_target_properties(evenkeel_${used} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endforeach()
target_include_directories(evenkeel_service PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
set_target_properties(evenkeel_service PROPERTIES CXX_VISIBILITY_PRESET hidden)

add_library(libevenkeel SHARED $<TARGET_OBJECTS:evenkeel_service>)
target_link_libraries(libevenkeel PRIVATE evenkeel_service
  INTERFACE $<BUILD_INTERFACE:MPI::MPI_CXX> $<INSTALL_INTERFACE:MPI::MPI_C>)
target_include_directories(libevenkeel INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_link_options(libevenkeel PRIVATE
  -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/exports.map)
set_target_properties(libevenkeel PROPERTIES OUTPUT_NAME evenkeel EXPORT_NAME c
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
include(GNUInstallDirs)  # a first configuration comes here before the install rules
install(TARGETS libevenkeel EXPORT evenkeel_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/include/evenkeel.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
evenkeel_compile_fast(evenkeel_service)
