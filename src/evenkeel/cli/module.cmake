find_package(CLI11 REQUIRED)
target_link_libraries(evenkeel_cli PUBLIC CLI11::CLI11)
target_compile_definitions(evenkeel_cli PUBLIC EVENKEEL_VERSION="${PROJECT_VERSION}")
