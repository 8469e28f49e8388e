find_package(PNG REQUIRED)
target_link_libraries(evenkeel_cli PRIVATE PNG::PNG nlohmann_json::nlohmann_json)
target_compile_definitions(evenkeel_cli PUBLIC EVENKEEL_VERSION="${PROJECT_VERSION}")
evenkeel_compile_fast(evenkeel_cli)
