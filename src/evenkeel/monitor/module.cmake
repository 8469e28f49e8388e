find_package(pugixml REQUIRED)
pkg_check_modules(hwloc REQUIRED IMPORTED_TARGET hwloc)
target_link_libraries(evenkeel_monitor PRIVATE pugixml::pugixml nlohmann_json::nlohmann_json
                      PkgConfig::hwloc ${CMAKE_DL_LIBS})
evenkeel_plugins(monitor Sensor sensor.hpp sensors)
evenkeel_compile_fast(evenkeel_monitor)
