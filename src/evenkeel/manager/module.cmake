evenkeel_plugins(manager Policy policy.hpp policies)
target_link_libraries(evenkeel_manager PRIVATE PkgConfig::tomlplusplus)
