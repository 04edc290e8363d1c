# The example solver: the same answer by every stage of its port on every rank count, cases that judge themselves,
# refusals that name the thing.
set(SOLVER_SCRIPT ${CMAKE_SOURCE_DIR}/tests/solver)
set(SOLVER_ENVIRONMENT OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  OMPI_MCA_mpi_yield_when_idle=1 COMMAND=${COMMAND_FILE} EXAMPLE=${CMAKE_SOURCE_DIR}/examples/legacy_solver
  MPIRUN=${MPIEXEC_EXECUTABLE} YARDSTICK=$<TARGET_FILE:yardstick>)
add_executable(legacy_solver_checked ${SOLVER_SOURCES})
target_compile_options(legacy_solver_checked PRIVATE -Wall -Wextra -Werror -O1 -g -fcheck=all)
solver_modules(legacy_solver_checked)
set_target_properties(legacy_solver_checked PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
function(solver_test name script)
  drawbridge_test(solver_${name} COMMAND bash ${SOLVER_SCRIPT}/${script}.sh ${ARGN}
    ENVIRONMENT SOLVER=$<TARGET_FILE:legacy_solver> ${SOLVER_ENVIRONMENT})
endfunction()
foreach(ranks 1 2)
  solver_test(resident_${ranks}_ranks resident ${ranks})
endforeach()
if(TARGET fake_driver)
  drawbridge_test(solver_resident_gpu LONG TIMEOUT 1800 COMMAND bash ${SOLVER_SCRIPT}/resident.sh gpu
    ENVIRONMENT SOLVER=$<TARGET_FILE:legacy_solver> FAKE=${CMAKE_BINARY_DIR}/tests/fake_driver ${SOLVER_ENVIRONMENT})
endif()
foreach(ranks 1 2 3 4)
  solver_test(${ranks}_ranks agree ${ranks})
  solver_test(cases_${ranks}_ranks cases ${ranks})
endforeach()
solver_test(species species)
solver_test(bench port ${CMAKE_SOURCE_DIR} bench)
solver_test(restart states restart)
solver_test(refusals refusals)
solver_test(inadmissible states inadmissible)
drawbridge_test(solver_worked_port LONG TIMEOUT 1800 COMMAND bash ${SOLVER_SCRIPT}/worked_port.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/worked_port
  ENVIRONMENT SOLVER=$<TARGET_FILE:legacy_solver> ${SOLVER_ENVIRONMENT})
list(JOIN LIBRARY_TAGS " " TAGS_AS_WORDS)
set_property(TEST solver_worked_port APPEND PROPERTY ENVIRONMENT ${GO_ENVIRONMENT} "LIBRARY_TAGS=${TAGS_AS_WORDS}")
drawbridge_test(solver_checked COMMAND bash ${SOLVER_SCRIPT}/cases.sh checked
  ENVIRONMENT SOLVER=$<TARGET_FILE:legacy_solver_checked> ${SOLVER_ENVIRONMENT})
drawbridge_test(solver_port_page COMMAND bash ${SOLVER_SCRIPT}/port.sh ${CMAKE_SOURCE_DIR})

# The README's picture, a few steps of it.
drawbridge_test(roll_up COMMAND bash ${CMAKE_SOURCE_DIR}/scripts/roll_up.sh steps=3)
