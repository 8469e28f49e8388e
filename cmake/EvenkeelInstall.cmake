# What `cmake --install` puts where: libraries, headers, the program, and the files by which
# find_package(evenkeel) and pkg-config find them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/evenkeel)

set(targets "")
foreach(line IN LISTS EVENKEEL_LAYERS)
  string(REGEX REPLACE ":.*" "" module "${line}")
  list(APPEND targets evenkeel_${module})
  set_target_properties(evenkeel_${module} PROPERTIES EXPORT_NAME ${module})
endforeach()
install(TARGETS ${targets} EXPORT evenkeel FILE_SET HEADERS)
if(TARGET evenkeel)
  install(TARGETS evenkeel)
endif()
install(EXPORT evenkeel FILE evenkeelTargets.cmake NAMESPACE evenkeel:: DESTINATION ${cmake_folder})
install(EXPORT evenkeel_c FILE evenkeelCTargets.cmake NAMESPACE evenkeel::
        DESTINATION ${cmake_folder})

set(EVENKEEL_SIMGRID "")
if(simgrid_FOUND)
  set(EVENKEEL_SIMGRID simgrid)
endif()
configure_package_config_file(cmake/evenkeelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/evenkeelConfig.cmake INSTALL_DESTINATION ${cmake_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/evenkeelConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/evenkeelConfig.cmake
              ${PROJECT_BINARY_DIR}/evenkeelConfigVersion.cmake DESTINATION ${cmake_folder})

# evenkeel_linked(OUT USER): the module USER and those it uses, as a linker wants them: users before
# the used, which is layers.txt backwards, then the libraries that modules link by their file.
function(evenkeel_linked out user)
  set(line ${EVENKEEL_LAYERS})
  list(FILTER line INCLUDE REGEX "^${user}:")
  string(REGEX MATCHALL "[a-z_]+" used "${line}")
  set(modules "")
  set(files "")
  foreach(target IN LISTS targets)
    string(REPLACE evenkeel_ "" module ${target})
    get_target_property(type ${target} TYPE)
    if(module IN_LIST used AND type STREQUAL "STATIC_LIBRARY")
      string(PREPEND modules "-l${target} ")
      get_target_property(libraries ${target} LINK_LIBRARIES)
      list(FILTER libraries INCLUDE REGEX "^/")
      list(APPEND files ${libraries})
    endif()
  endforeach()
  list(JOIN files " " files)
  set(${out} "${modules}${files}" PARENT_SCOPE)
endfunction()

# evenkeel_pkg_config(NAME DESCRIPTION REQUIRES LIBS CFLAGS): what pkg-config knows as NAME.
function(evenkeel_pkg_config name description requires libs cflags)
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(cmake/package.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

list(TRANSFORM MPI_CXX_INCLUDE_DIRS PREPEND -I OUTPUT_VARIABLE mpi_folders)
list(TRANSFORM MPI_CXX_COMPILE_DEFINITIONS PREPEND -D OUTPUT_VARIABLE mpi_definitions)
list(JOIN mpi_folders " " mpi_folders)
list(JOIN mpi_definitions " " mpi_definitions)
list(JOIN MPI_CXX_COMPILE_OPTIONS " " mpi_options)
list(JOIN MPI_CXX_LIBRARIES " " mpi_libraries)
list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE dl)
evenkeel_linked(linked cli)
evenkeel_linked(linked_by_simulator simulator)
set(needed "fmt zlib libxxhash tomlplusplus pugixml")
set(summary "Adaptive mesh refinement on machines that are not equal and do not stay the same")
evenkeel_pkg_config(evenkeel ${summary} "${needed} hwloc libpng"
  "${linked} ${MPI_CXX_LINK_FLAGS} ${mpi_libraries} ${dl}"
  "${mpi_folders} ${mpi_definitions} ${mpi_options}")
# Apart, because SimGrid has functions of the same names as MPI.
evenkeel_pkg_config(evenkeel-simulator "Runs of Evenkeel and jobs of a grid, simulated"
  "${needed} ${EVENKEEL_SIMGRID}" "${linked_by_simulator}" "")
evenkeel_pkg_config(evenkeel-c "Shares by what the machine can do: evenkeel.h, for mpicc" ""
  "-Wl,-rpath,\${libdir} -levenkeel" "")
