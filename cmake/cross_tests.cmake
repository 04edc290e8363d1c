# What a cross build tests by an emulator. `ctest -L short` is the part that `make test` runs on an amd64 machine
# (tests/arm64.sh). Tests that start scripts, ranks or the command are for the native build; so is bad_input, which asks for
# HDF5 and for process_vm_readv, and qemu-user has no such call.
include(cmake/test_functions.cmake)
if(NOT EMULATOR)
  message(STATUS "No emulator (qemu-user): the tests are built and cannot run here")
endif()

# One thread: emulated threads that wait for each other take many times as long where cores are busy.
set(HOST DRAWBRIDGE_DEVICE=host DRAWBRIDGE_THREADS=1)

set(PART short)
foreach(program golden_bridge invariance)
  fortran_program(${program} tests/fortran/${program}.f90)
endforeach()
drawbridge_test(golden_left COMMAND golden_bridge ${GOLDEN} ENVIRONMENT ${HOST} TIMEOUT 1800)
drawbridge_test(invariance COMMAND invariance ENVIRONMENT ${HOST} TIMEOUT 1800)

set(PART whole)
foreach(program golden_transport golden_blocks identities hostile_values hostile_species iterations transfers legacy_calls legacy_transport strict host_state in_place restart)
  fortran_program(${program} tests/fortran/${program}.f90)
endforeach()
target_compile_options(host_state PRIVATE -fopenmp)
target_link_options(host_state PRIVATE -fopenmp)
drawbridge_test(hostile_values COMMAND hostile_values ${GOLDEN} ENVIRONMENT ${HOST} TIMEOUT 3600)
drawbridge_test(identities COMMAND identities ${GOLDEN} ENVIRONMENT ${HOST} TIMEOUT 3600)
drawbridge_test(golden_right COMMAND golden_bridge ${GOLDEN} ENVIRONMENT ${HOST} DRAWBRIDGE_LAYOUT=right TIMEOUT 3600)
drawbridge_test(golden_memcheck COMMAND golden_bridge ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=memcheck DRAWBRIDGE_THREADS=1 TIMEOUT 3600)
drawbridge_test(golden_threads COMMAND golden_bridge ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=host DRAWBRIDGE_THREADS=3 TIMEOUT 3600)
foreach(layout left right)
  drawbridge_test(golden_blocks_${layout} COMMAND golden_blocks ${GOLDEN} ENVIRONMENT ${HOST} DRAWBRIDGE_LAYOUT=${layout} TIMEOUT 3600)
  drawbridge_test(golden_transport_${layout} COMMAND golden_transport ${GOLDEN} ENVIRONMENT ${HOST} DRAWBRIDGE_LAYOUT=${layout} TIMEOUT 3600)
endforeach()
foreach(program hostile_species iterations legacy_calls legacy_transport)
  drawbridge_test(${program} COMMAND ${program} ${GOLDEN} ENVIRONMENT ${HOST} TIMEOUT 3600)
endforeach()
list(JOIN EMULATOR " " EXEC)
foreach(program transfers in_place restart host_state) # host_state starts itself
  drawbridge_test(${program} COMMAND ${program} ENVIRONMENT ${HOST} "TEST_EMULATOR=${EXEC}" TIMEOUT 3600)
endforeach()
drawbridge_test(strict COMMAND strict ENVIRONMENT ${HOST} DRAWBRIDGE_ON_ERROR=return TIMEOUT 3600)

add_library(stencil_cases STATIC tests/fortran/stencil_cases.f90 tests/fortran/stencil_halos.f90)
target_compile_options(stencil_cases PRIVATE ${TEST_FLAGS})
target_link_libraries(stencil_cases PUBLIC test_support)
foreach(program stencils stencil_properties)
  fortran_program(${program} tests/fortran/${program}.f90)
  target_link_libraries(${program} stencil_cases)
  drawbridge_test(${program} COMMAND ${program} ENVIRONMENT ${HOST} TIMEOUT 3600)
endforeach()

# Go's tests, compiled for the processor and run by the emulator. Not device/hostmemory: QEMU 7.2 ends itself (cpu_exec:
# assertion failed) when it is asked about addresses that are none.
foreach(package kernels kernels/stencils device/host device/memcheck stencils properties settings views snapshot/compare)
  add_test(NAME go:${package} COMMAND ${GO_EXECUTABLE} test -timeout 60m -exec ${EXEC} ${GO_TAGS} drawbridge/${package} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(go:${package} PROPERTIES ENVIRONMENT "${GO_ENVIRONMENT}" TIMEOUT 3700)
  label_test(go:${package} FALSE)
endforeach()
# What is quick of them belongs to the short part too.
set_tests_properties(go:settings PROPERTIES LABELS short)
