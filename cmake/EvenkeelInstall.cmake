# What `cmake --install` puts where: libraries, headers, the program, and the files by which
# find_package(evenkeel) and pkg-config find them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/evenkeel)

set(targets "")
set(EVENKEEL_PC_LIBS "")
foreach(line IN LISTS EVENKEEL_LAYERS)
  string(REGEX REPLACE ":.*" "" module "${line}")
  list(APPEND targets evenkeel_${module})
  set_target_properties(evenkeel_${module} PROPERTIES EXPORT_NAME ${module})
  get_target_property(type evenkeel_${module} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    # Linkers want users before the used, which is layers.txt backwards.
    string(PREPEND EVENKEEL_PC_LIBS "-levenkeel_${module} ")
  endif()
endforeach()
install(TARGETS ${targets} EXPORT evenkeel FILE_SET HEADERS)
if(TARGET evenkeel)
  install(TARGETS evenkeel)
endif()
install(EXPORT evenkeel FILE evenkeelTargets.cmake NAMESPACE evenkeel:: DESTINATION ${cmake_folder})

configure_package_config_file(cmake/evenkeelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/evenkeelConfig.cmake INSTALL_DESTINATION ${cmake_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/evenkeelConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/evenkeelConfig.cmake
              ${PROJECT_BINARY_DIR}/evenkeelConfigVersion.cmake DESTINATION ${cmake_folder})

file(RELATIVE_PATH EVENKEEL_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/evenkeel.pc.in ${PROJECT_BINARY_DIR}/evenkeel.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/evenkeel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
