evenkeel_plugins(partition Partitioner partitioner.hpp methods)
evenkeel_plugins(partition PatchPartitioner patch_partitioner.hpp patches)
# Every test has an assign() of its own.
if(TARGET partition_test)
  set_target_properties(partition_test PROPERTIES UNITY_BUILD OFF)
endif()
