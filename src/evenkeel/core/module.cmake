find_package(ZLIB REQUIRED)
target_link_libraries(evenkeel_core PUBLIC fmt::fmt PRIVATE nlohmann_json::nlohmann_json PkgConfig::xxhash
                      ZLIB::ZLIB)
