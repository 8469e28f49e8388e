evenkeel_plugins(forecast Forecaster forecaster.hpp methods)
if(TARGET forecast_test)
  target_compile_definitions(forecast_test PRIVATE
    EVENKEEL_SERIES_DIR="${PROJECT_SOURCE_DIR}/tests/series")
endif()
