# The Fortran module, the reference routines, the example solver and the benches.
set(FORTRAN_WARNINGS -Wall -Wextra)
set(REFERENCE_FLAGS -O3) # what a solver's owner would use: the yardstick of every speed-up
if(NOT CMAKE_CROSSCOMPILING) # the processor that builds is then not the one that runs
  list(APPEND REFERENCE_FLAGS -march=native)
endif()

add_library(drawbridge_fortran STATIC fortran/drawbridge.f90)
target_compile_options(drawbridge_fortran PRIVATE ${FORTRAN_WARNINGS} -std=f2008)
target_include_directories(drawbridge_fortran PUBLIC ${CMAKE_BINARY_DIR}/include)
target_link_libraries(drawbridge_fortran PUBLIC drawbridge)

add_library(reference STATIC fortran/reference_peng_robinson.f90 fortran/reference_chung.f90 fortran/reference_stencils.f90
  fortran/reference_shock_tube.f90 fortran/reference_flows.f90 fortran/species_tables.f90)
target_compile_options(reference PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})

if(WITH_MPI)
  file(GLOB SOLVER_SOURCES CONFIGURE_DEPENDS examples/legacy_solver/*.f90)
  add_executable(legacy_solver ${SOLVER_SOURCES})
  target_compile_options(legacy_solver PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})
  # modules of its own: two programs are made of these sources
  function(solver_modules program)
    set_target_properties(${program} PROPERTIES Fortran_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/modules/${program})
    target_include_directories(${program} BEFORE PRIVATE ${CMAKE_BINARY_DIR}/modules/${program})
    target_link_libraries(${program} drawbridge_fortran reference MPI::MPI_Fortran)
  endfunction()
  solver_modules(legacy_solver)
endif()

# The examples of the stencils: a folder, a program and a name for each.
add_library(example_support STATIC examples/support/example_support.f90)
target_compile_options(example_support PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})
set(EXAMPLES heat poisson seismic_wave gray_scott)
foreach(example ${EXAMPLES})
  file(GLOB EXAMPLE_SOURCES CONFIGURE_DEPENDS examples/${example}/*.f90)
  add_executable(${example} ${EXAMPLE_SOURCES})
  target_compile_options(${example} PRIVATE ${FORTRAN_WARNINGS} -Wno-compare-reals ${REFERENCE_FLAGS})
  target_link_libraries(${example} example_support drawbridge_fortran)
endforeach()

if(WITH_MPI) # a port of a solver with ranks
  set(DENSE_GAS examples/dense_gas)
  add_executable(dense_gas ${DENSE_GAS}/gas_state.f90 ${DENSE_GAS}/own_gas.f90 ${DENSE_GAS}/adopted_gas.f90 ${DENSE_GAS}/flow.f90
    ${DENSE_GAS}/dense_gas.f90)
  target_compile_options(dense_gas PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})
  set_target_properties(dense_gas PROPERTIES Fortran_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/modules/dense_gas)
  target_link_libraries(dense_gas example_support drawbridge_fortran MPI::MPI_Fortran)
endif()

set(LIBEXEC ${CMAKE_BINARY_DIR}/libexec/drawbridge)
add_library(bench_support OBJECT bench/bench_support.f90 bench/bench_report.f90)
target_link_libraries(bench_support PRIVATE reference)
target_compile_options(bench_support PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})
foreach(bench bench_properties bench_transport bench_transfer bench_fields bench_orders)
  add_executable(${bench} bench/${bench}.f90)
  target_compile_options(${bench} PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})
  target_link_libraries(${bench} bench_support drawbridge_fortran reference)
endforeach()
add_executable(bench_stencils bench/bench_stencils.f90 bench/plain_loops.f90)
target_compile_options(bench_stencils PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS} -fopenmp)
target_link_options(bench_stencils PRIVATE -fopenmp)
target_link_libraries(bench_stencils bench_support drawbridge_fortran)
add_executable(bench_expressions bench/bench_expressions.f90 bench/plain_expressions.f90)
target_compile_options(bench_expressions PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})
target_link_libraries(bench_expressions bench_support drawbridge_fortran)
add_executable(bench_lists bench/bench_lists.f90 bench/plain_lists.f90)
target_compile_options(bench_lists PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})
target_link_libraries(bench_lists bench_support drawbridge_fortran)
add_executable(bench_bridge bench/bench_bridge.c)
target_compile_options(bench_bridge PRIVATE -Wall -Wextra -O2)
target_link_libraries(bench_bridge ${CMAKE_DL_LIBS}) # opens the library itself, to time its start
add_dependencies(bench_bridge go)
configure_file(examples/legacy_solver/species.dat ${CMAKE_BINARY_DIR}/share/drawbridge/species.dat COPYONLY)
configure_file(examples/legacy_solver/transport.dat ${CMAKE_BINARY_DIR}/share/drawbridge/transport.dat COPYONLY)
set(BENCHES bench_properties bench_transport bench_transfer bench_fields bench_orders bench_stencils bench_expressions bench_lists bench_bridge)
if(WITH_MPI)
  add_executable(bench_ranks bench/bench_ranks.f90)
  target_compile_options(bench_ranks PRIVATE ${FORTRAN_WARNINGS} ${REFERENCE_FLAGS})
  target_link_libraries(bench_ranks bench_support drawbridge_fortran MPI::MPI_Fortran)
  list(APPEND BENCHES bench_ranks)
endif()
set_target_properties(${BENCHES} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${LIBEXEC}
  INSTALL_RPATH "$ORIGIN/../../${CMAKE_INSTALL_LIBDIR}")
