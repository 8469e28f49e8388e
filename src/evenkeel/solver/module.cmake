# Its loops are hot: the compiler sees each file by itself, as in any other build.
set_target_properties(evenkeel_solver PROPERTIES UNITY_BUILD OFF)
