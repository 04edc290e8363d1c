# The example solver: the same answer by both roads on every rank count, refusals that name the thing.
set(SOLVER_SCRIPT ${CMAKE_SOURCE_DIR}/tests/solver)
set(SOLVER_ENVIRONMENT OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  SOLVER=$<TARGET_FILE:legacy_solver> COMMAND=${COMMAND_FILE} EXAMPLE=${CMAKE_SOURCE_DIR}/examples/legacy_solver
  MPIRUN=${MPIEXEC_EXECUTABLE})
foreach(ranks 1 2 3 4)
  drawbridge_test(solver_${ranks}_ranks COMMAND bash ${SOLVER_SCRIPT}/agree.sh ${ranks} ENVIRONMENT ${SOLVER_ENVIRONMENT})
endforeach()
drawbridge_test(solver_restart COMMAND bash ${SOLVER_SCRIPT}/restart.sh ENVIRONMENT ${SOLVER_ENVIRONMENT})
drawbridge_test(solver_refusals COMMAND bash ${SOLVER_SCRIPT}/refusals.sh ENVIRONMENT ${SOLVER_ENVIRONMENT})
drawbridge_test(solver_planted_error COMMAND bash ${SOLVER_SCRIPT}/planted.sh ENVIRONMENT ${SOLVER_ENVIRONMENT})
