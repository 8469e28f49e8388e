find_package(CLI11 REQUIRED)
find_package(PNG REQUIRED)
target_link_libraries(evenkeel_cli PUBLIC CLI11::CLI11 PRIVATE PNG::PNG)
target_compile_definitions(evenkeel_cli PUBLIC EVENKEEL_VERSION="${PROJECT_VERSION}")
