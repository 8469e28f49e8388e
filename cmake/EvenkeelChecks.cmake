# Style as tests; see CONTRIBUTING.md. A check that lacks its tool leaves with 77 and is skipped.
function(evenkeel_check name script)
  add_test(NAME style.${name}
           COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/${script} ${ARGN})
  set_tests_properties(style.${name} PROPERTIES LABELS fast TIMEOUT 120 SKIP_RETURN_CODE 77)
endfunction()

evenkeel_check(layers check_layers.py ${PROJECT_SOURCE_DIR})
evenkeel_check(sizes check_sizes.py ${PROJECT_SOURCE_DIR})
evenkeel_check(sizes_self check_sizes_test.py)
evenkeel_check(transcript_self transcript_test.py)
evenkeel_check(format check_format.py ${PROJECT_SOURCE_DIR})
evenkeel_check(spdx check_spdx.py ${PROJECT_SOURCE_DIR})
evenkeel_check(architecture check_architecture.py ${PROJECT_SOURCE_DIR})
