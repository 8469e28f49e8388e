find_package(Eigen3 REQUIRED)
# Rows are short and the coarsest matrix is small; g++ 12 warns of Eigen's own AVX-512 intrinsics.
foreach(target IN ITEMS evenkeel_elliptic elliptic_test)
  if(TARGET ${target})
    target_link_libraries(${target} PRIVATE Eigen3::Eigen)
    target_compile_definitions(${target} PRIVATE EIGEN_DONT_VECTORIZE)
  endif()
endforeach()
# Hot loops, which the compiler sees by themselves as in any other build, and files with names alike.
set(alone acceleration.cpp black_box.cpp full_stencil.cpp galerkin.cpp improve.cpp interpolate.cpp
          stencil.cpp composite.cpp cycle.cpp link.cpp multigrid.cpp)
list(TRANSFORM alone PREPEND ${PROJECT_SOURCE_DIR}/src/evenkeel/elliptic/)
set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
