# Ranks that are suspended, killed, late or missing, whose clocks jump, or that compute with other physics than the rest.
foreach(program faults physics halos)
  add_executable(rank_${program} tests/mpi/${program}.f90)
  target_compile_options(rank_${program} PRIVATE ${TEST_FLAGS})
  target_link_libraries(rank_${program} drawbridge_fortran MPI::MPI_Fortran)
  set_target_properties(rank_${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endforeach()
add_library(rank_testing STATIC tests/mpi/rank_testing.f90)
target_link_libraries(rank_testing PUBLIC drawbridge_fortran MPI::MPI_Fortran)
set_target_properties(rank_testing PROPERTIES Fortran_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/tests/rank_modules)
target_include_directories(rank_testing PUBLIC ${CMAKE_BINARY_DIR}/tests/rank_modules)
foreach(program domains failures random_lists blocks profiles sums poisson parts calls)
  add_executable(rank_${program} tests/mpi/${program}.f90)
  target_compile_options(rank_${program} PRIVATE ${TEST_FLAGS})
  target_link_libraries(rank_${program} rank_testing)
  set_target_properties(rank_${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests Fortran_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/tests/rank_${program}_modules)
endforeach()
target_sources(rank_random_lists PRIVATE tests/mpi/random_grid.f90 tests/mpi/random_judge.f90)
add_library(clock_jump MODULE tests/mpi/clock_jump.c)
target_compile_options(clock_jump PRIVATE -Wall -Wextra)
set_target_properties(clock_jump PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)

function(faults_test case runs long_runs)
  set(environment ${MPI_ENVIRONMENT} FAULTS_PROGRAM=$<TARGET_FILE:rank_faults> CLOCK_JUMP=$<TARGET_FILE:clock_jump>)
  if(runs GREATER 0)
    drawbridge_test(faults_${case} COMMAND bash ${MPI_TEST}/faults.sh ${case} ${runs} ENVIRONMENT ${environment})
  endif()
  drawbridge_test(faults_${case}_long LONG TIMEOUT 3600 COMMAND bash ${MPI_TEST}/faults.sh ${case} ${long_runs} ENVIRONMENT ${environment})
endfunction()
# runs in make test, and in make test-long: there 200 with suspended ranks
faults_test(all_steps 2 50)
faults_test(one_steps 2 50)
faults_test(all_create 1 20)
faults_test(one_create 1 20)
faults_test(all_fields 1 30)
faults_test(one_fields 1 30)
faults_test(killed 1 20)
faults_test(never 1 5)
faults_test(late 1 5)
faults_test(clock 2 20)
foreach(ranks 2 3)
  drawbridge_test(ranks_physics_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_physics> ENVIRONMENT ${MPI_ENVIRONMENT})
endforeach()
drawbridge_test(ranks_halos COMMAND sh ${MPI_TEST}/halos.sh $<TARGET_FILE:rank_halos>
  ENVIRONMENT ${MPI_ENVIRONMENT} MPIRUN=${MPIEXEC_EXECUTABLE} DRAWBRIDGE_THREADS=1)
# Fields over ranks, on more ranks than cores too.
foreach(ranks 1 2 3 4 8)
  drawbridge_test(domains_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_domains> answers
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
drawbridge_test(domains_memcheck COMMAND ${MPIEXEC_EXECUTABLE} -n 2 $<TARGET_FILE:rank_domains> answers
  ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_DEVICE=memcheck DRAWBRIDGE_THREADS=1)
foreach(ranks 1 2 4)
  drawbridge_test(domains_refusals_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_failures> refusals
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
drawbridge_test(domains_report COMMAND bash ${MPI_TEST}/transports.sh 2 "host threads and MPI" ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1
  MPIRUN=${MPIEXEC_EXECUTABLE} DOMAINS=$<TARGET_FILE:rank_domains>)
# The same on the fake driver, whose kernels reach the memory of other processes, as on a GPU; and where they cannot.
set(FAKE_GPUS ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 FAKE_CUDA_DEVICES=2)
# transport_test(NAME RANKS TRANSPORT WORDS...): answers by a transport, which the report calls by the first of the words.
function(transport_test name ranks transport words)
  drawbridge_test(domains_${name} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} env DRAWBRIDGE_TRANSPORT=${transport}
    bash ${MPI_TEST}/transports.sh ${ranks} ${words} ${ARGN} ENVIRONMENT ${FAKE_GPUS} FAKE_CUDA_DEVICES=4 DRAWBRIDGE_NCCL=${FAKE} DRAWBRIDGE_DEVICE_MPI=on
    MPIRUN=${MPIEXEC_EXECUTABLE} DOMAINS=$<TARGET_FILE:rank_domains>)
endfunction()
foreach(ranks 1 2 4)
  transport_test(ipc_${ranks} ${ranks} ipc "CUDA IPC")
endforeach()
foreach(ranks 1 2 3 4)
  transport_test(nccl_${ranks} ${ranks} nccl "NCCL")
endforeach()
foreach(ranks 2 3)
  transport_test(device_mpi_${ranks} ${ranks} mpi "device-aware MPI")
endforeach()
# What is chosen by time differs from run to run; the report says it with its time and those of the others.
transport_test(auto_4 4 auto "[A-Za-z -]*" " ms for [0-9.e-]* MB; ")
foreach(transport ipc nccl)
  drawbridge_test(domains_${transport}_refusals COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE}
    ${MPIEXEC_EXECUTABLE} -n 2 $<TARGET_FILE:rank_failures> refusals ENVIRONMENT ${FAKE_GPUS} DRAWBRIDGE_TRANSPORT=${transport} DRAWBRIDGE_NCCL=${FAKE})
endforeach()
drawbridge_test(domains_nccl_faults COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} bash ${MPI_TEST}/nccl_faults.sh ${FAKE}
  ENVIRONMENT ${FAKE_GPUS} MPIRUN=${MPIEXEC_EXECUTABLE} DOMAINS=$<TARGET_FILE:rank_domains> FAILURES=$<TARGET_FILE:rank_failures>)
foreach(why "DRAWBRIDGE_TRANSPORT=staging" "FAKE_CUDA_IPC=0")
  string(REGEX MATCH "^[A-Z_]*" name ${why})
  drawbridge_test(domains_staging_${name} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} env ${why}
    bash ${MPI_TEST}/transports.sh 2 "host memory and MPI" ENVIRONMENT ${FAKE_GPUS} MPIRUN=${MPIEXEC_EXECUTABLE} DOMAINS=$<TARGET_FILE:rank_domains>)
endforeach()
# A list that fails on one rank, and a rank that comes too late: an error on all.
set(LATE bash ${MPI_TEST}/patient.sh 3 $<TARGET_FILE:rank_failures> well late)
set(OF_LATE MPIRUN=${MPIEXEC_EXECUTABLE} DRAWBRIDGE_PATIENCE=2)
drawbridge_test(domains_leaves COMMAND ${MPIEXEC_EXECUTABLE} -n 3 $<TARGET_FILE:rank_failures> leaves ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
drawbridge_test(domains_late COMMAND ${LATE} ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 ${OF_LATE})
foreach(transport ipc nccl mpi)
  set(environment ${FAKE_GPUS} FAKE_CUDA_DEVICES=3 DRAWBRIDGE_TRANSPORT=${transport} DRAWBRIDGE_NCCL=${FAKE} DRAWBRIDGE_DEVICE_MPI=on)
  drawbridge_test(domains_${transport}_leaves COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE}
    ${MPIEXEC_EXECUTABLE} -n 3 $<TARGET_FILE:rank_failures> leaves ENVIRONMENT ${environment})
  drawbridge_test(domains_${transport}_late COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${LATE} ENVIRONMENT ${environment} ${OF_LATE})
endforeach()
# Several blocks a rank: the bits of one block, on hosts and on the fake driver.
foreach(ranks 1 2 3 4)
  drawbridge_test(blocks_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_blocks> answers
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
foreach(ranks 1 2)
  drawbridge_test(blocks_refusals_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_blocks> refusals
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
drawbridge_test(blocks_memcheck COMMAND ${MPIEXEC_EXECUTABLE} -n 2 $<TARGET_FILE:rank_blocks> answers
  ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_DEVICE=memcheck DRAWBRIDGE_THREADS=1)
foreach(ranks 1 3)
  drawbridge_test(blocks_ipc_${ranks} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE}
    bash ${MPI_TEST}/transports.sh ${ranks} "CUDA IPC" ENVIRONMENT ${FAKE_GPUS} DRAWBRIDGE_TRANSPORT=ipc MPIRUN=${MPIEXEC_EXECUTABLE} DOMAINS=$<TARGET_FILE:rank_blocks>)
endforeach()
drawbridge_test(blocks_staging COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} env DRAWBRIDGE_TRANSPORT=staging
  bash ${MPI_TEST}/transports.sh 2 "host memory and MPI" ENVIRONMENT ${FAKE_GPUS} MPIRUN=${MPIEXEC_EXECUTABLE} DOMAINS=$<TARGET_FILE:rank_blocks>)
# Coefficients along one or two axes, on hosts and on the fake driver.
foreach(ranks 1 2 3 4)
  drawbridge_test(profiles_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_profiles> answers
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
foreach(ranks 1 2 4 8)
  drawbridge_test(profiles_thin_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_profiles> thin
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
drawbridge_test(profiles_thin_ipc COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${MPIEXEC_EXECUTABLE} -n 3 $<TARGET_FILE:rank_profiles> thin
  ENVIRONMENT ${FAKE_GPUS} FAKE_CUDA_DEVICES=3 DRAWBRIDGE_TRANSPORT=ipc)
drawbridge_test(profiles_ipc COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE}
  bash ${MPI_TEST}/transports.sh 2 "CUDA IPC" ENVIRONMENT ${FAKE_GPUS} DRAWBRIDGE_TRANSPORT=ipc MPIRUN=${MPIEXEC_EXECUTABLE} DOMAINS=$<TARGET_FILE:rank_profiles>)
# Mailboxes that were to become larger, and did not.
drawbridge_test(domains_ipc_outgrown COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE}
  ${MPIEXEC_EXECUTABLE} -n 2 $<TARGET_FILE:rank_failures> outgrown ENVIRONMENT ${FAKE_GPUS} DRAWBRIDGE_TRANSPORT=ipc)
# Messages of other sizes at the end of a chain of ranks, and a call that is wrong on one rank alone: an error on all, at once.
drawbridge_test(domains_sizes COMMAND ${MPIEXEC_EXECUTABLE} -n 4 $<TARGET_FILE:rank_failures> sizes ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
foreach(transport ipc nccl staging)
  drawbridge_test(domains_${transport}_sizes COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${MPIEXEC_EXECUTABLE} -n 4 $<TARGET_FILE:rank_failures> sizes
    ENVIRONMENT ${FAKE_GPUS} FAKE_CUDA_DEVICES=4 DRAWBRIDGE_TRANSPORT=${transport} DRAWBRIDGE_NCCL=${FAKE})
endforeach()
drawbridge_test(domains_alone COMMAND ${MPIEXEC_EXECUTABLE} -n 3 $<TARGET_FILE:rank_failures> alone ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
# A call of all ranks that one of them does not make: it is named, also where it is one of the two that find out who is missing.
foreach(case reduce_1 reduce_0 sample_1 add_at_3 poisson_2 create_1)
  drawbridge_test(ranks_missing_${case} COMMAND bash ${MPI_TEST}/patient.sh 4 $<TARGET_FILE:rank_failures> well missing_${case}
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 ${OF_LATE})
endforeach()
# Ranks in different calls: each hears which call each rank makes.
set(PAIRS add_at:finalize sample:finalize reduce:sample report:create exchange:finalize list:create max:reduce add_at:exchange refused:list)
if(HDF5_FOUND)
  list(APPEND PAIRS snapshot:poisson)
endif()
foreach(pair ${PAIRS})
  string(REPLACE ":" ";" both ${pair})
  string(REPLACE ":" "_" name ${pair})
  drawbridge_test(ranks_calls_${name} COMMAND ${MPIEXEC_EXECUTABLE} -n 3 $<TARGET_FILE:rank_calls> ${both}
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
# A field of the user's that has the name of one of Drawbridge's.
foreach(ranks 2 4)
  drawbridge_test(domains_names_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_failures> names ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
# Random lists over random divisions against plain loops over the one grid, on hosts and on the fake driver.
foreach(ranks 1 3 4 8)
  drawbridge_test(random_lists_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_random_lists> 50 1
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 DRAWBRIDGE_LOG=off)
endforeach()
foreach(ranks 1 2 3 4 8)
  drawbridge_test(random_lists_${ranks}_long LONG TIMEOUT 18000 COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_random_lists> 1000 2
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 DRAWBRIDGE_LOG=off)
endforeach()
drawbridge_test(random_lists_fake COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${MPIEXEC_EXECUTABLE} -n 2 $<TARGET_FILE:rank_random_lists> 10 3
  ENVIRONMENT ${FAKE_GPUS} DRAWBRIDGE_LOG=off)
# Reductions over ranks: the same bits for each number of ranks.
foreach(ranks 1 2 3 5 8)
  drawbridge_test(sums_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_sums> answers
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
drawbridge_test(sums_memcheck COMMAND ${MPIEXEC_EXECUTABLE} -n 2 $<TARGET_FILE:rank_sums> answers
  ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_DEVICE=memcheck DRAWBRIDGE_THREADS=2)
foreach(ranks 1 3)
  drawbridge_test(sums_refusals_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_sums> refusals
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
# Poisson's equation over ranks: the bits of one rank.
foreach(ranks 1 2 3 4 8)
  set(case answers)
  if(ranks EQUAL 1 OR ranks EQUAL 8)
    set(case small)
  endif()
  drawbridge_test(ranks_poisson_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_poisson> ${case}
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
drawbridge_test(ranks_poisson_8_long LONG COMMAND ${MPIEXEC_EXECUTABLE} -n 8 $<TARGET_FILE:rank_poisson> answers
  ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
foreach(ranks 1 3)
  drawbridge_test(ranks_poisson_refusals_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_poisson> refusals
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
drawbridge_test(ranks_poisson_late COMMAND bash ${MPI_TEST}/patient.sh 3 $<TARGET_FILE:rank_poisson> tiny late
  ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 ${OF_LATE})
drawbridge_test(ranks_poisson_memcheck COMMAND ${MPIEXEC_EXECUTABLE} -n 2 $<TARGET_FILE:rank_poisson> small
  ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_DEVICE=memcheck DRAWBRIDGE_THREADS=1)
foreach(way "ipc" "nccl" "staging")
  drawbridge_test(ranks_poisson_${way} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${MPIEXEC_EXECUTABLE}
    -n 2 $<TARGET_FILE:rank_poisson> tiny ENVIRONMENT ${FAKE_GPUS} DRAWBRIDGE_TRANSPORT=${way} DRAWBRIDGE_NCCL=${FAKE})
endforeach()
drawbridge_test(ranks_poisson_mixed COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${MPIEXEC_EXECUTABLE}
  -n 1 env DRAWBRIDGE_DEVICE=host $<TARGET_FILE:rank_poisson> mixed : -n 1 $<TARGET_FILE:rank_poisson> mixed ENVIRONMENT ${FAKE_GPUS})
# Sources, receivers and snapshots of fields on a domain.
foreach(ranks 1 2 4)
  drawbridge_test(ranks_points_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:rank_parts> points
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1)
endforeach()
if(HDF5_FOUND)
  drawbridge_test(ranks_restart COMMAND sh ${MPI_TEST}/restart.sh
    ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 MPIRUN=${MPIEXEC_EXECUTABLE} PARTS=$<TARGET_FILE:rank_parts>)
endif()
set(KILLED bash ${MPI_TEST}/killed.sh)
set(OF_KILLED MPIRUN=${MPIEXEC_EXECUTABLE} FAILURES=$<TARGET_FILE:rank_failures> DRAWBRIDGE_PATIENCE=2)
drawbridge_test(domains_killed COMMAND ${KILLED} ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 ${OF_KILLED})
foreach(transport ipc nccl)
  drawbridge_test(domains_${transport}_killed COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${KILLED}
    ENVIRONMENT ${FAKE_GPUS} FAKE_CUDA_DEVICES=3 DRAWBRIDGE_TRANSPORT=${transport} DRAWBRIDGE_NCCL=${FAKE} ${OF_KILLED})
endforeach()
# One rank on its host, the others on GPUs.
drawbridge_test(domains_mixed COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${MPIEXEC_EXECUTABLE}
  -n 1 env DRAWBRIDGE_DEVICE=host $<TARGET_FILE:rank_domains> answers : -n 2 $<TARGET_FILE:rank_domains> answers ENVIRONMENT ${FAKE_GPUS})
# GPUs of two kinds.
drawbridge_test(domains_two_kinds COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${MPIEXEC_EXECUTABLE}
  -n 1 env FAKE_CUDA_ARCH=80 $<TARGET_FILE:rank_domains> answers : -n 2 $<TARGET_FILE:rank_domains> answers ENVIRONMENT ${FAKE_GPUS} FAKE_CUDA_DEVICES=3)
# One rank cannot share memory: its neighbours use two transports.
drawbridge_test(domains_two_transports COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${MPIEXEC_EXECUTABLE}
  -n 1 env FAKE_CUDA_IPC=0 $<TARGET_FILE:rank_domains> answers : -n 3 $<TARGET_FILE:rank_domains> answers ENVIRONMENT ${FAKE_GPUS})
