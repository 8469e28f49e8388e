evenkeel_plugins(partition Partitioner partitioner.hpp methods)
