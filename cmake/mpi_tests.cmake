# Ranks under mpirun, the other MPI, and no MPI. Debian's mpirun wants leave to run as root and on few cores.
set(MPI_TEST ${CMAKE_SOURCE_DIR}/tests/mpi)
add_executable(ranks tests/mpi/ranks.f90)
target_compile_options(ranks PRIVATE ${TEST_FLAGS} -fopenmp)
target_link_options(ranks PRIVATE -fopenmp)
target_link_libraries(ranks drawbridge_fortran MPI::MPI_Fortran)
set_target_properties(ranks PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
# Its patience ends hangs alone: a test whose ranks shall lose it gives another one.
set(MPI_ENVIRONMENT DRAWBRIDGE_PATIENCE=1000 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  MPIRUN=${MPIEXEC_EXECUTABLE} COMMAND=${COMMAND_FILE})
function(ranks_test case)
  drawbridge_test(mpi_${case} COMMAND bash ${MPI_TEST}/ranks.sh ${case} ${ARGN}
    ENVIRONMENT ${MPI_ENVIRONMENT} RANKS_PROGRAM=$<TARGET_FILE:ranks>)
endfunction()
ranks_test(report 1 2 3 4)
ranks_test(subset 1 2 3 4)
ranks_test(one_fails 1 2 4)
ranks_test(before_init 1)
ranks_test(early_end 1 2)
ranks_test(garbage 1 2)
ranks_test(compared 2 3)
ranks_test(legacy 2)
ranks_test(thread 1)
drawbridge_test(mpi_missing COMMAND bash ${MPI_TEST}/ranks.sh missing 2 3
  ENVIRONMENT ${MPI_ENVIRONMENT} RANKS_PROGRAM=$<TARGET_FILE:ranks>)
drawbridge_test(mpi_lonely COMMAND bash ${MPI_TEST}/ranks.sh lonely 2 3
  ENVIRONMENT ${MPI_ENVIRONMENT} RANKS_PROGRAM=$<TARGET_FILE:ranks>)
drawbridge_test(mpi_gpus COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} bash ${MPI_TEST}/ranks.sh gpus 3
  ENVIRONMENT ${MPI_ENVIRONMENT} RANKS_PROGRAM=$<TARGET_FILE:ranks> FAKE_CUDA_DEVICES=2)
add_executable(variants tests/mpi/variants.f90)
target_compile_options(variants PRIVATE ${TEST_FLAGS})
target_link_libraries(variants drawbridge_fortran MPI::MPI_Fortran)
set_target_properties(variants PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
drawbridge_test(mpi_variants COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} bash ${MPI_TEST}/variants.sh $<TARGET_FILE:variants> 3
  ENVIRONMENT ${MPI_ENVIRONMENT})
drawbridge_test(mpi_devices COMMAND bash ${MPI_TEST}/devices.sh ${FAKE}
  ENVIRONMENT ${MPI_ENVIRONMENT} RANKS_PROGRAM=$<TARGET_FILE:ranks>)

# Other builds of the library: the other MPI, where it is installed beside this one, and none.
set(OTHER_MPI mpich)
if(MPI_FAMILY STREQUAL "mpich")
  set(OTHER_MPI openmpi)
endif()
if(NOT PROJECT_BINARY_DIR MATCHES "tests/mpi_") # this is such a build
  foreach(other ${OTHER_MPI} off)
    drawbridge_test(mpi_build_${other} COMMAND bash ${MPI_TEST}/other.sh ${other} ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/mpi_${other}
      $<TARGET_FILE:ranks> ENVIRONMENT ${MPI_ENVIRONMENT})
  endforeach()
endif()

# Snapshots that all ranks write into one file, by every transport.
add_executable(together tests/mpi/together.f90)
target_compile_options(together PRIVATE ${TEST_FLAGS})
target_link_libraries(together drawbridge_fortran MPI::MPI_Fortran)
set_target_properties(together PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
set(TOGETHER_ENVIRONMENT ${MPI_ENVIRONMENT} TOGETHER_PROGRAM=$<TARGET_FILE:together> JUDGES=${CMAKE_BINARY_DIR}/judges)
drawbridge_test(mpi_snapshot_direct COMMAND bash ${MPI_TEST}/together.sh direct ENVIRONMENT ${TOGETHER_ENVIRONMENT})
drawbridge_test(mpi_snapshot_gather COMMAND bash ${MPI_TEST}/together.sh gather ENVIRONMENT ${TOGETHER_ENVIRONMENT})
drawbridge_test(mpi_snapshot_hdf5 COMMAND bash ${MPI_TEST}/together.sh hdf5 libhdf5_${MPI_FAMILY}.so.103 ENVIRONMENT ${TOGETHER_ENVIRONMENT})
drawbridge_test(mpi_bench COMMAND bash ${MPI_TEST}/bench.sh ENVIRONMENT ${MPI_ENVIRONMENT})
