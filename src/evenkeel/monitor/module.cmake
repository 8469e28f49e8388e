find_package(pugixml REQUIRED)
target_link_libraries(evenkeel_monitor PRIVATE pugixml::pugixml nlohmann_json::nlohmann_json)
evenkeel_plugins(monitor Sensor sensor.hpp sensors)
