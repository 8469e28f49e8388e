find_package(Eigen3 REQUIRED)
# Rows are short and the coarsest matrix is small; g++ 12 warns of Eigen's own AVX-512 intrinsics.
foreach(target IN ITEMS evenkeel_elliptic elliptic_test)
  if(TARGET ${target})
    target_link_libraries(${target} PRIVATE Eigen3::Eigen)
    target_compile_definitions(${target} PRIVATE EIGEN_DONT_VECTORIZE)
  endif()
endforeach()
# Its loops are hot: the compiler sees each file by itself, as in any other build.
set_target_properties(evenkeel_elliptic PROPERTIES UNITY_BUILD OFF)
