evenkeel_plugins(kernels ApplicationPlugin application_registry.hpp apps)
# Its loops are hot: the compiler sees each file by itself, as in any other build.
set_target_properties(evenkeel_kernels PROPERTIES UNITY_BUILD OFF)
