find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
target_link_libraries(evenkeel_core PUBLIC fmt::fmt PRIVATE CLI11::CLI11 nlohmann_json::nlohmann_json
                      PkgConfig::xxhash PkgConfig::tomlplusplus ZLIB::ZLIB)
