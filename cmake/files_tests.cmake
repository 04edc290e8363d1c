set(PART snapshots)
# Snapshots of what stays on the device, on every device that there is.
fortran_program(streamed tests/fortran/streamed.f90)
foreach(device host memcheck)
  foreach(layout left right)
    drawbridge_test(streamed_${device}_${layout} COMMAND streamed ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_LAYOUT=${layout})
  endforeach()
endforeach()
foreach(lazy 0 1)
  fake_test(streamed_${lazy} env FAKE_CUDA_LAZY=${lazy} $<TARGET_FILE:streamed>)
endforeach()
gpu_test(streamed $<TARGET_FILE:streamed>)

# Judges of others: h5py, h5diff, VTK's reader.
drawbridge_test(judges COMMAND sh ${CMAKE_SOURCE_DIR}/tests/judges/run.sh ${COMMAND_FILE} $<TARGET_FILE:streamed> ${CMAKE_BINARY_DIR}/judges)

set(PART files)
# Files: fuzzers of every parser of foreign text, mutated HDF5 files, and what a disk may do to a snapshot.
add_test(NAME fuzz_texts COMMAND sh ${CMAKE_SOURCE_DIR}/tests/files/fuzz.sh ${GO_EXECUTABLE} 180 ${GO_TAGS} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(fuzz_texts PROPERTIES ENVIRONMENT "${GO_ENVIRONMENT}" TIMEOUT 7200)
label_test(fuzz_texts TRUE)
function(long_go_test name package pattern)
  add_test(NAME ${name} COMMAND ${GO_EXECUTABLE} test -buildmode=pie ${GO_TAGS} ./${package} -run ${pattern} -v -count=1 -timeout 5h WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${GO_ENVIRONMENT};${ARGN}" TIMEOUT 18000)
  label_test(${name} TRUE)
endfunction()
if(HDF5_FOUND) # 10^6 damaged files in all; two busy cores compare 57 a second, read back 170, and run the command on 41
  long_go_test(mutated_files tools/compare ^TestMutatedFiles$ DRAWBRIDGE_TEST_MUTANTS=300000)
  long_go_test(mutated_restart tools/compare ^TestMutatedRestart$ DRAWBRIDGE_TEST_MUTANTS=500000)
  long_go_test(mutated_files_command cmd/drawbridge ^TestCommandOnDamagedFiles$ DRAWBRIDGE_TEST_MUTANTS=200000)
endif()
long_go_test(killed_writers snapshot ^TestKilled$ DRAWBRIDGE_TEST_KILLS=500)
drawbridge_test(poisoned_cache COMMAND sh ${CMAKE_SOURCE_DIR}/tests/files/poisoned_cache.sh ${COMMAND_FILE} ${FAKE} ${CMAKE_BINARY_DIR}/tests/poisoned_cache_work)
drawbridge_test(hostile_paths COMMAND sh ${CMAKE_SOURCE_DIR}/tests/files/hostile_paths.sh ${COMMAND_FILE} ${CMAKE_BINARY_DIR}/tests/hostile_paths_work)
