# evenkeel_module(NAME): library of all src/evenkeel/NAME/**.cpp, linked as layers.txt says.
# evenkeel_plugins(NAME INTERFACE HEADER DIR): one register_<file>() per file in DIR, called from
#   a generated register_builtin(). Adding a plug-in is adding a file.
file(STRINGS ${PROJECT_SOURCE_DIR}/layers.txt EVENKEEL_LAYERS REGEX "^[a-z_]+:")
set_property(GLOBAL PROPERTY GLOBAL_DEPENDS_NO_CYCLES ON)

# evenkeel_compile_fast(TARGET): for what takes longer to compile than it ever runs.
function(evenkeel_compile_fast target)
  # With -O1 GCC sees too little to know what is initialised.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endfunction()

function(evenkeel_module name)
  set(dir ${PROJECT_SOURCE_DIR}/src/evenkeel/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${dir}/*.cpp)
  set(tests ${sources})
  set(mpi_tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$|_mpitest\\.cpp$|/main\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER mpi_tests INCLUDE REGEX "_mpitest\\.cpp$")
  # Plug-ins may name their own things alike: folders within a module are compiled file by file.
  set(alone ${sources} ${tests})
  list(FILTER alone INCLUDE REGEX "^${dir}/.*/")
  set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(sources)
    add_library(evenkeel_${name} STATIC ${sources})
    set_target_properties(evenkeel_${name} PROPERTIES UNITY_BUILD_CODE_AFTER_INCLUDE
                          "#undef EVENKEEL_INSTANTIATE")
    set(scope PUBLIC)
  else()
    add_library(evenkeel_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  # The file set gives the include path and lets `all_verify_interface_header_sets`
  # compile every header on its own. What tests share is not installed.
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${dir}/*.hpp)
  list(FILTER headers EXCLUDE REGEX "/test_[^/]*\\.hpp$")
  target_sources(evenkeel_${name} ${scope} FILE_SET HEADERS
                 BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${headers})
  set_target_properties(evenkeel_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  target_compile_features(evenkeel_${name} ${scope} cxx_std_20)
  foreach(line IN LISTS EVENKEEL_LAYERS)
    if(line MATCHES "^${name}: *(.*)$")
      separate_arguments(deps UNIX_COMMAND "${CMAKE_MATCH_1}")
      foreach(dep IN LISTS deps)
        target_link_libraries(evenkeel_${name} ${scope} evenkeel_${dep})
      endforeach()
    endif()
  endforeach()
  if(tests AND BUILD_TESTING)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE evenkeel_${name} GTest::gmock GTest::gtest_main)
    evenkeel_precompile(${name}_test test)
    evenkeel_compile_fast(${name}_test)
    add_test(NAME unit.${name} COMMAND ${name}_test)
    set_tests_properties(unit.${name} PROPERTIES LABELS fast TIMEOUT 120)
  endif()
  if(BUILD_TESTING)
    foreach(file IN LISTS mpi_tests)
      evenkeel_mpi_test(${name} ${file})
    endforeach()
  endif()
endfunction()

# Open MPI only; other MPI libraries ignore these. Test machines run as root in containers and
# have fewer cores than ranks.
set(EVENKEEL_MPI_ENVIRONMENT
    OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1
    OMPI_MCA_hwloc_base_binding_policy=none
    OMPI_MCA_mpi_yield_when_idle=1
    OMPI_MCA_btl=self,vader)

# A file FOO_mpitest.cpp says on a line "/// ranks: 1 2 4" how it is to be run.
function(evenkeel_mpi_test module file)
  get_filename_component(test ${file} NAME_WE)
  file(STRINGS ${file} line REGEX "^/// ranks:")
  string(REGEX MATCHALL "[0-9]+" counts "${line}")
  if(NOT counts)
    message(FATAL_ERROR "${file} has no '/// ranks:' line")
  endif()
  add_executable(${module}_${test} ${file} ${PROJECT_SOURCE_DIR}/tests/mpi_test_main.cpp)
  target_link_libraries(${module}_${test} PRIVATE evenkeel_${module} GTest::gmock MPI::MPI_CXX)
  evenkeel_precompile(${module}_${test} test)
  evenkeel_compile_fast(${module}_${test})
  foreach(n IN LISTS counts)
    add_test(NAME mpi${n}.${module}.${test}
             COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${n} ${MPIEXEC_PREFLAGS}
                     $<TARGET_FILE:${module}_${test}>)
    # Two cores are enough for any number of ranks, and make `ctest -j2` run nothing beside.
    set(cores 2)
    if(n EQUAL 1)
      set(cores 1)
    endif()
    set_tests_properties(mpi${n}.${module}.${test} PROPERTIES PROCESSORS ${cores} TIMEOUT 120
      LABELS mpi ENVIRONMENT "${EVENKEEL_MPI_ENVIRONMENT}")
  endforeach()
endfunction()

# evenkeel_plugin_list(OUT NAME INTERFACE HEADER FILE...): OUT defines register_builtin of that
# family, which calls register_<stem>() of each FILE.
function(evenkeel_plugin_list out name interface header)
  set(declare "")
  set(call "")
  foreach(file IN LISTS ARGN)
    get_filename_component(plugin ${file} NAME_WE)
    string(APPEND declare "void register_${plugin}(Registry<${interface}>&);\n")
    string(APPEND call "  register_${plugin}(registry);\n")
  endforeach()
  file(GENERATE OUTPUT ${out} CONTENT
"// Generated from the names of files. Do not edit.
#include \"evenkeel/${name}/${header}\"
namespace evenkeel::${name} {
${declare}
void register_builtin([[maybe_unused]] Registry<${interface}>& registry) {
${call}}
}  // namespace evenkeel::${name}
")
  # An object file of its own: programs with further plug-ins bring their own list.
  set_source_files_properties(${out} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# evenkeel_plugins(NAME INTERFACE HEADER DIR), from src/evenkeel/NAME/module.cmake. A module may
# have several folders, of different interfaces. Nothing happens until HEADER exists.
function(evenkeel_plugins name interface header dir)
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/src/evenkeel/${name}/${header})
    return()
  endif()
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/evenkeel/${name}/${dir}/*.cpp)
  list(FILTER files EXCLUDE REGEX "_test\\.cpp$")
  set(out ${PROJECT_BINARY_DIR}/generated/${name}_${dir}_builtin.cpp)
  evenkeel_plugin_list(${out} ${name} ${interface} ${header} ${files})
  target_sources(evenkeel_${name} PRIVATE ${out})
endfunction()
