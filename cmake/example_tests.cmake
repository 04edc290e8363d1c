# The examples of the stencils, small, on every device; wrong input to each of them.
set(SMALL_heat cells=32)
set(SMALL_poisson cells=64 tolerance=1e-8 history=none)
set(SMALL_seismic_wave cells=96 seconds=0.8 seismogram=none)
set(SMALL_gray_scott cells=128 steps=5000)
foreach(example ${EXAMPLES})
  foreach(device host memcheck)
    drawbridge_test(example_${example}_${device} COMMAND ${example} ${SMALL_${example}} output=none ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  endforeach()
  gpu_test(example_${example} $<TARGET_FILE:${example}> ${SMALL_${example}} output=none)
  drawbridge_test(example_${example}_refusals COMMAND sh ${CMAKE_SOURCE_DIR}/tests/examples/refusals.sh $<TARGET_FILE:${example}>)
endforeach()
if(WITH_MPI) # the bits of one rank on two and three
  set(RANKS_heat cells=32)
  set(RANKS_poisson cells=64 tolerance=1e-8 history=none)
  set(NUMBERS_seismic_wave "NUMBERS=1 3") # its many short steps take long where ranks share cores
  set(RANKS_gray_scott cells=64 steps=400)
  set(RANKS_seismic_wave cells=64 seconds=0.4 seismogram=none)
  foreach(example heat poisson gray_scott seismic_wave)
    drawbridge_test(example_${example}_ranks COMMAND sh ${CMAKE_SOURCE_DIR}/tests/examples/ranks.sh $<TARGET_FILE:${example}> ${RANKS_${example}} output=none
      ENVIRONMENT MPIRUN=${MPIEXEC_EXECUTABLE} OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
      OMPI_MCA_mpi_yield_when_idle=1 DRAWBRIDGE_DEVICE=host DRAWBRIDGE_THREADS=1 DRAWBRIDGE_PATIENCE=60 ${NUMBERS_${example}})
  endforeach()
endif()
drawbridge_test(examples COMMAND bash ${CMAKE_SOURCE_DIR}/scripts/examples.sh) # as the user runs them, with their pictures

# The port in 12 lines: the same after 100 steps on one rank and two; a GPU takes the same calls.
if(WITH_MPI)
  set(SMALL_dense_gas cells=16 steps=100 output=none)
  foreach(ranks 1 2)
    drawbridge_test(example_dense_gas_${ranks}_ranks COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:dense_gas> ${SMALL_dense_gas}
      ENVIRONMENT OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
      OMPI_MCA_mpi_yield_when_idle=1 DRAWBRIDGE_DEVICE=host DRAWBRIDGE_THREADS=1)
  endforeach()
  gpu_test(example_dense_gas $<TARGET_FILE:dense_gas> ${SMALL_dense_gas})
  drawbridge_test(example_dense_gas_lines COMMAND sh ${CMAKE_SOURCE_DIR}/tests/examples/lines.sh ${CMAKE_SOURCE_DIR}/examples/dense_gas/adopted_gas.f90 12)
  drawbridge_test(example_dense_gas_refusals COMMAND sh ${CMAKE_SOURCE_DIR}/tests/examples/refusals.sh $<TARGET_FILE:dense_gas>)
endif()

# Conjugate gradients: the same answer as by their own loops, on any number of ranks.
if(WITH_MPI)
  foreach(ranks 1 3)
    drawbridge_test(example_conjugate_gradients_${ranks} COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:conjugate_gradients> cells=20
      ENVIRONMENT ${MPI_ENVIRONMENT} DRAWBRIDGE_THREADS=1 DRAWBRIDGE_DEVICE=host DRAWBRIDGE_PATIENCE=60)
  endforeach()
  drawbridge_test(example_conjugate_gradients_memcheck COMMAND conjugate_gradients cells=12 ENVIRONMENT DRAWBRIDGE_DEVICE=memcheck)
  gpu_test(example_conjugate_gradients $<TARGET_FILE:conjugate_gradients> cells=48)
  drawbridge_test(example_conjugate_gradients_refusals COMMAND sh ${CMAKE_SOURCE_DIR}/tests/examples/refusals.sh $<TARGET_FILE:conjugate_gradients>)
endif()
