# Every test by CTest. A test that cannot run here exits with 77 after one clear line.
# PART is the part of the suite that a test belongs to: CTest prints the time of each part.
# LONG marks a test that `make test` leaves out and `make test-long` runs.
# THINNED are tests of `make test-long` alone, because the test that the comment names would fail of the same fault.
set(THINNED
  fake_driver_regions_measure # regions_host, which measures too; fake_driver_list_numbers_measure for a GPU
  domains_2 domains_4 # domains_1, domains_3 and domains_8: no neighbour, an odd number, all three axes
  domains_ipc_1 domains_ipc_2 # domains_ipc_4; one rank: domains_1
  domains_nccl_1 domains_nccl_2 domains_nccl_4 # domains_nccl_3
  domains_device_mpi_2 # domains_device_mpi_3
  domains_staging_DRAWBRIDGE_TRANSPORT # domains_staging_FAKE_CUDA_IPC, and domains_measured_staging for the setting
  domains_refusals_2 # domains_refusals_1 and domains_refusals_4
  domains_nccl_sizes domains_staging_sizes # domains_sizes and domains_ipc_sizes: the ranks compare sizes before a transport sends
  domains_nccl_late domains_mpi_late domains_mpi_leaves # domains_nccl_faults, domains_late and domains_leaves, which wait in the same calls of MPI
  domains_names_2 # domains_names_4
  blocks_2 blocks_4 blocks_ipc_1 # blocks_1, blocks_3 and blocks_ipc_3
  blocks_refusals_1 # blocks_refusals_2
  blocks_staging # blocks_ipc_3 for blocks on GPUs, and domains_staging_FAKE_CUDA_IPC for the transport
  profiles_1 profiles_2 profiles_4 # profiles_3; one rank: broadcast_fields
  sums_2 sums_3 sums_8 # sums_1 and sums_5
  sums_refusals_1 # sums_refusals_3
  ranks_poisson_2 ranks_poisson_4 # ranks_poisson_1, ranks_poisson_3 and ranks_poisson_8
  ranks_poisson_refusals_1 # ranks_poisson_refusals_3
  ranks_poisson_nccl # ranks_poisson_ipc and ranks_poisson_staging; the transport: domains_nccl_3
  ranks_points_1 ranks_points_2 # ranks_points_4, whose answers are those of one rank
  ranks_physics_2 # ranks_physics_3
  solver_2_ranks solver_4_ranks solver_cases_3_ranks solver_cases_4_ranks) # solver_1_ranks, solver_3_ranks, solver_cases_1_ranks and _2_ranks
function(drawbridge_test name)
  cmake_parse_arguments(ARG "LONG" "TIMEOUT" "COMMAND;ENVIRONMENT" ${ARGN})
  if(name IN_LIST THINNED)
    set(ARG_LONG TRUE)
  endif()
  if(NOT ARG_TIMEOUT) # s, which end hangs alone: a machine may be ten times slower
    set(ARG_TIMEOUT 6000)
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
