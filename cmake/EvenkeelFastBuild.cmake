# For who builds from nothing: headers of libraries that nearly every file includes are parsed once
# for all files, and files of a module are compiled several at a time. Off by default: with it, a
# file that forgets an include compiles, and a change compiles its neighbours too.
option(EVENKEEL_FAST_BUILD "sooner from nothing, later after a change" OFF)

set(EVENKEEL_PRECOMPILED
    <algorithm> <array> <bit> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory>
    <numeric> <optional> <span> <string> <string_view> <utility> <variant> <vector>
    <fmt/format.h>)

# evenkeel_precompiled(NAME [LIBRARY HEADER]): a target whose precompiled headers others may use.
function(evenkeel_precompiled name)
  set(file ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
  file(GENERATE OUTPUT ${file} CONTENT "// Generated. Headers alone make no object file.\n")
  add_library(${name} OBJECT ${file})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE fmt::fmt ${ARGV1})
  target_precompile_headers(${name} PRIVATE ${EVENKEEL_PRECOMPILED} ${ARGV2})
endfunction()

if(EVENKEEL_FAST_BUILD)
  set(CMAKE_UNITY_BUILD ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # To GCC what is not the main file is a header, where anonymous namespaces are doubtful.
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
  add_compile_options(-fpch-preprocess)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # PR 105651 again, which is not taken for a system header's when that is precompiled.
    add_compile_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER
       ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros)
  evenkeel_precompiled(evenkeel_precompiled_static)
  evenkeel_precompiled(evenkeel_precompiled_shared)
  set_target_properties(evenkeel_precompiled_shared PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(BUILD_TESTING)
    evenkeel_precompiled(evenkeel_precompiled_test GTest::gmock <gmock/gmock.h>)
  endif()
endif()

# evenkeel_precompile(TARGET KIND): has TARGET use what is precompiled for KIND.
function(evenkeel_precompile target kind)
  if(EVENKEEL_FAST_BUILD)
    target_precompile_headers(${target} REUSE_FROM evenkeel_precompiled_${kind})
  endif()
endfunction()

# The same for all modules, once it is known which go into shared libraries.
function(evenkeel_precompile_modules)
  foreach(line IN LISTS EVENKEEL_LAYERS)
    string(REGEX REPLACE ":.*" "" module "${line}")
    get_target_property(type evenkeel_${module} TYPE)
    get_target_property(shared evenkeel_${module} POSITION_INDEPENDENT_CODE)
    if(type STREQUAL "STATIC_LIBRARY" AND shared)
      evenkeel_precompile(evenkeel_${module} shared)
    elseif(type STREQUAL "STATIC_LIBRARY")
      evenkeel_precompile(evenkeel_${module} static)
    endif()
  endforeach()
endfunction()
