evenkeel_plugins(manager Policy policy.hpp policies)
