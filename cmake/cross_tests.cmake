# What a cross build tests by an emulator. `ctest -L short` is the part that `make test` runs on an amd64 machine
# (tests/arm64.sh). Tests that start scripts, ranks or the command are for the native build; so is bad_input, which asks for
# process_vm_readv, and qemu-user has no such call.
include(cmake/test_functions.cmake)
if(NOT EMULATOR)
  message(STATUS "No emulator (qemu-user): the tests are built and cannot run here")
endif()
list(JOIN EMULATOR " " EXEC)
file(WRITE ${CMAKE_BINARY_DIR}/emulator "${EXEC}") # for scripts

# One thread: emulated threads that wait for each other take many times as long where cores are busy.
set(HOST DRAWBRIDGE_DEVICE=host DRAWBRIDGE_THREADS=1)

set(PART short)
foreach(program golden_bridge golden_cubic identities invariance hostile_values)
  fortran_program(${program} tests/fortran/${program}.f90)
endforeach()
drawbridge_test(golden_left COMMAND golden_bridge ${GOLDEN} ENVIRONMENT ${HOST} TIMEOUT 1800)
drawbridge_test(golden_cubic COMMAND golden_cubic ${GOLDEN_CUBIC} ENVIRONMENT ${HOST} TIMEOUT 3600)
drawbridge_test(identities COMMAND identities ${GOLDEN} ENVIRONMENT ${HOST} TIMEOUT 3600)
drawbridge_test(invariance COMMAND invariance ENVIRONMENT ${HOST} TIMEOUT 1800)
drawbridge_test(hostile_values_few COMMAND hostile_values ${GOLDEN} few ENVIRONMENT ${HOST} TIMEOUT 1800)
drawbridge_test(foreign_isa COMMAND sh ${CMAKE_SOURCE_DIR}/tests/foreign.sh isa avx2 arm64 amd64 ${EMULATOR} $<TARGET_FILE:invariance>)

set(PART whole)
foreach(program golden_transport golden_blocks hostile_species iterations transfers legacy_calls legacy_transport strict host_state in_place)
  fortran_program(${program} tests/fortran/${program}.f90)
endforeach()
target_compile_options(host_state PRIVATE -fopenmp)
target_link_options(host_state PRIVATE -fopenmp)
drawbridge_test(hostile_values COMMAND hostile_values ${GOLDEN} ENVIRONMENT ${HOST} TIMEOUT 3600)
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
foreach(program transfers in_place host_state) # host_state starts itself
  drawbridge_test(${program} COMMAND ${program} ENVIRONMENT ${HOST} "TEST_EMULATOR=${EXEC}" TIMEOUT 3600)
endforeach()
drawbridge_test(strict COMMAND strict ENVIRONMENT ${HOST} DRAWBRIDGE_ON_ERROR=return TIMEOUT 3600)

add_library(stencil_cases STATIC tests/fortran/stencil_cases.f90 tests/fortran/stencil_halos.f90)
target_compile_options(stencil_cases PRIVATE ${TEST_FLAGS})
target_link_libraries(stencil_cases PUBLIC test_support)
foreach(program stencils stencil_properties field_properties field_components)
  fortran_program(${program} tests/fortran/${program}.f90)
  target_link_libraries(${program} stencil_cases)
  drawbridge_test(${program} COMMAND ${program} ENVIRONMENT ${HOST} TIMEOUT 3600)
endforeach()

# Go's tests, compiled for the processor and run by the emulator: TITLE, the words before the emulator's own, PACKAGE, and
# what else go test is told.
function(go_cross_test title emulator package)
  list(JOIN emulator " " exec)
  add_test(NAME ${title} COMMAND ${GO_EXECUTABLE} test -buildmode=pie -v -count=1 -timeout 60m -exec ${exec} ${GO_TAGS} ${ARGN} drawbridge/${package}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${title} PROPERTIES ENVIRONMENT "${GO_ENVIRONMENT};TEST_EMULATOR=${exec}" TIMEOUT 3700)
  label_test(${title} FALSE)
endfunction()
foreach(package kernels/set kernels/stencils/set device/host device/memcheck device/gpu stencils properties settings views tools/compare)
  go_cross_test(go:${package} "${EMULATOR}" ${package})
endforeach()
# QEMU 7.2 ends itself (cpu_exec: assertion failed) where the system answers for it with SIGBUS: beyond the end of a file.
set(NOT_BEYOND_FILES -skip ^TestAFileThatIsTooShortIsSeen$)
go_cross_test(go:device/hostmemory "${EMULATOR}" device/hostmemory ${NOT_BEYOND_FILES})
# Snapshots want HDF5 of the processor: the library opens it when it runs, the command is linked with it.
if(HDF5_FOUND)
  foreach(program restart streamed)
    fortran_program(${program} tests/fortran/${program}.f90)
    drawbridge_test(${program} COMMAND ${program} ENVIRONMENT ${HOST} TIMEOUT 3600)
  endforeach()
  foreach(package snapshot tools/evidence tools/hdf5file tools/page tools/section tools/series cmd/drawbridge)
    go_cross_test(go:${package} "${EMULATOR}" ${package})
  endforeach()
else()
  message(STATUS "No HDF5 for ${ARCHITECTURE}: nothing that writes or reads snapshots is tested (scripts/arm64_packages.sh)")
endif()
# What is quick of them belongs to the short part too; of the long ones some tests.
go_cross_test(go:kernels_few "${EMULATOR}" kernels/set -run "^(TestGoldenThermal|TestPointsAreIndependent|TestRowsOfAPaddedArray)$")
go_cross_test(go:properties_few "${EMULATOR}" properties -run "^(TestFloors|TestFuller|TestNoDensity|TestRangeOfChung|TestReducedFunctions)$")
set_tests_properties(go:device/host go:device/memcheck go:settings go:stencils go:kernels_few go:properties_few PROPERTIES LABELS short)

# Larger pages: the emulator gives them, and what depends on them runs once more. Go's tests with 64 KB; the library with 16 KB
# only: with 64 KB, QEMU 7.2 answers EFAULT where a system call is given an address in the data of a shared library.
set(LARGE_PAGES ${EMULATOR} -p 65536)
set(MIDDLE_PAGES ${EMULATOR} -p 16384)
add_executable(page_size tests/page_size.c)
set_target_properties(page_size PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
drawbridge_test(pages_64k COMMAND ${LARGE_PAGES} $<TARGET_FILE:page_size> 65536)
drawbridge_test(pages_16k COMMAND ${MIDDLE_PAGES} $<TARGET_FILE:page_size> 16384)
foreach(package device/host device/memcheck device/gpu)
  go_cross_test(go:${package}_pages_64k "${LARGE_PAGES}" ${package})
endforeach()
go_cross_test(go:device/hostmemory_pages_64k "${LARGE_PAGES}" device/hostmemory ${NOT_BEYOND_FILES})
foreach(program stencil_properties host_state transfers)
  drawbridge_test(${program}_pages_16k COMMAND ${MIDDLE_PAGES} $<TARGET_FILE:${program}> ENVIRONMENT ${HOST} "TEST_EMULATOR=${EXEC} -p 16384" TIMEOUT 3600)
endforeach()
drawbridge_test(golden_pages_16k COMMAND ${MIDDLE_PAGES} $<TARGET_FILE:golden_bridge> ${GOLDEN} ENVIRONMENT ${HOST} TIMEOUT 3600)

# The CUDA device by the fake driver of the tests, whose kernels this processor's compiler makes.
include(cmake/fake_driver.cmake)
foreach(program golden_bridge legacy_calls transfers)
  drawbridge_test(fake_driver_${program} COMMAND ${EMULATOR} -E CXX=${CMAKE_CXX_COMPILER} -E DRAWBRIDGE_DEVICE=cuda -E DRAWBRIDGE_DRIVER=${FAKE} -E DRAWBRIDGE_CUDA=${FAKE}
    -E DRAWBRIDGE_CACHE=${FAKE}/cubin -E FAKE_CUDA_LAZY=1 $<TARGET_FILE:${program}> ${GOLDEN} TIMEOUT 3600)
endforeach()
