evenkeel_plugins(kernels ApplicationPlugin application_registry.hpp apps)
# Its loops are hot: the compiler sees each file by itself, as in any other build.
set_target_properties(evenkeel_kernels PROPERTIES UNITY_BUILD OFF)
# Copies of a few registers of a face or a cell: calls of memcpy took longer than the copies.
include(CheckCXXCompilerFlag)
set(strategy -mmemcpy-strategy=vector_loop:768:noalign,libcall:-1:noalign)
check_cxx_compiler_flag(${strategy} EVENKEEL_HAS_MEMCPY_STRATEGY)
if(EVENKEEL_HAS_MEMCPY_STRATEGY)
  target_compile_options(evenkeel_kernels PRIVATE ${strategy})
endif()
