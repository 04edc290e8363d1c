# Every test by CTest. A test that cannot run here exits with 77 after one clear line.
# PART is the part of the suite that a test belongs to: CTest prints the time of each part.
# LONG marks a test that `make test` leaves out and `make test-long` runs.
function(drawbridge_test name)
  cmake_parse_arguments(ARG "LONG" "TIMEOUT" "COMMAND;ENVIRONMENT" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  add_test(NAME ${name} COMMAND ${ARG_COMMAND} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${ARG_ENVIRONMENT}")
  label_test(${name} ${ARG_LONG})
endfunction()
# Tests run side by side, but not those of these parts: they compile, start ranks, or wait for a time to pass.
set(PARTS_ALONE go gpu_texts calls faults snapshots border install python platforms ranks solver gpu)
function(label_test name is_long)
  set(labels ${PART})
  if(PART IN_LIST PARTS_ALONE)
    set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
  endif()
  if(is_long)
    list(APPEND labels long)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${labels}")
endfunction()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tests)

# Golden states as text for Fortran.
set(GOLDEN ${CMAKE_BINARY_DIR}/tests/golden.txt)
add_custom_command(OUTPUT ${GOLDEN}
  COMMAND ${CMAKE_COMMAND} -E env ${GO_TOOL_ENVIRONMENT} ${GO_EXECUTABLE} run ./tests/golden/totext golden tests/golden/golden.json > ${GOLDEN}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} DEPENDS tests/golden/golden.json tests/golden/totext/golden.go tests/golden/totext/main.go)
set(GOLDEN_CUBIC ${CMAKE_BINARY_DIR}/tests/golden_cubic.txt)
add_custom_command(OUTPUT ${GOLDEN_CUBIC}
  COMMAND ${CMAKE_COMMAND} -E env ${GO_TOOL_ENVIRONMENT} ${GO_EXECUTABLE} run ./tests/golden/totext golden tests/golden/golden_cubic.json > ${GOLDEN_CUBIC}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
  DEPENDS tests/golden/golden.json tests/golden/golden_cubic.json tests/golden/totext/golden.go tests/golden/totext/main.go)
add_custom_target(golden ALL DEPENDS ${GOLDEN} ${GOLDEN_CUBIC})

# Programs in Fortran, with what they share.
set(TEST_FLAGS -Wall -Wextra -Wno-compare-reals -g -O1 -fcheck=all,no-array-temps)
add_library(test_support STATIC tests/golden/golden_states.f90 tests/fortran/testing.f90 tests/fortran/kernel_list.f90
  tests/fortran/golden_runs.f90)
target_compile_options(test_support PRIVATE ${TEST_FLAGS})
target_link_libraries(test_support PUBLIC drawbridge_fortran reference)
function(fortran_program name source)
  add_executable(${name} ${source} ${ARGN})
  target_compile_options(${name} PRIVATE ${TEST_FLAGS})
  target_link_libraries(${name} test_support)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endfunction()
