# Further builds of the program for newer processors, which it gives way to where they run
# (src/evenkeel/cli/best_build.cpp): one package for all.
set(EVENKEEL_ISA_LEVELS "" CACHE STRING
    "levels to build the program for besides the oldest, as x86-64-v3;x86-64-v4")
if(EVENKEEL_ISA_LEVELS AND EVENKEEL_NATIVE)
  message(FATAL_ERROR "EVENKEEL_ISA_LEVELS needs EVENKEEL_NATIVE=OFF")
endif()
include(ExternalProject)
foreach(level IN LISTS EVENKEEL_ISA_LEVELS)
  set(folder ${PROJECT_BINARY_DIR}/isa/${level})
  ExternalProject_Add(evenkeel-${level}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${folder}
    CMAKE_ARGS -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
               -DCMAKE_CXX_FLAGS=-march=${level} -DEVENKEEL_NATIVE=OFF -DBUILD_TESTING=OFF
    BUILD_COMMAND ${CMAKE_COMMAND} --build . --target evenkeel
    INSTALL_COMMAND ""
    BUILD_ALWAYS ON
    USES_TERMINAL_BUILD ON)
  install(PROGRAMS ${folder}/evenkeel DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/evenkeel/${level})
endforeach()
