find_package(pugixml REQUIRED)
target_link_libraries(evenkeel_machine PRIVATE pugixml::pugixml)
find_package(Eigen3 REQUIRED)
target_link_libraries(evenkeel_machine PRIVATE Eigen3::Eigen nlohmann_json::nlohmann_json)
# Matrices are small, and g++ 12 warns of its own AVX-512 intrinsics.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/evenkeel/machine/performance_function.cpp
  PROPERTIES COMPILE_DEFINITIONS EIGEN_DONT_VECTORIZE)
evenkeel_plugins(machine CapacityMetric capacity_metric.hpp capacities)
evenkeel_compile_fast(evenkeel_machine)
