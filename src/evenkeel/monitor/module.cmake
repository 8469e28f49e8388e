evenkeel_plugins(monitor Sensor sensor.hpp sensors)
