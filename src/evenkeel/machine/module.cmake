find_package(pugixml REQUIRED)
target_link_libraries(evenkeel_machine PRIVATE pugixml::pugixml)
