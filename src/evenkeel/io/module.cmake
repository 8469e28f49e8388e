target_link_libraries(evenkeel_io PRIVATE nlohmann_json::nlohmann_json PkgConfig::tomlplusplus)
