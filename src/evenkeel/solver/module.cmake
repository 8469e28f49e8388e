# Hot loops, which the compiler sees by themselves as in any other build, and files with names alike.
set(alone combine.cpp prolong.cpp prolong_linear.cpp prolong_quintic.cpp prolong_smooth.cpp
          restrict.cpp restrict_points.cpp integrator_regrid.cpp level_ghosts.cpp
          level_step.cpp level_turns.cpp solids.cpp)
list(TRANSFORM alone PREPEND ${PROJECT_SOURCE_DIR}/src/evenkeel/solver/)
set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
