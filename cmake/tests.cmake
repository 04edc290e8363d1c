include(cmake/test_functions.cmake)

# 1. Go: format, vet, and every package.
set(PART go)
add_test(NAME gofmt COMMAND sh -c "test -z \"$(gofmt -l bridge cmd device files frame kernels machine properties report settings snapshot status tests tools views mpi stencils steps | tee /dev/stderr)\"" WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME go_vet COMMAND ${CMAKE_COMMAND} -E env ${GO_ENVIRONMENT} ${GO_EXECUTABLE} vet ${GO_TAGS} ./... WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
label_test(gofmt FALSE)
label_test(go_vet FALSE)
execute_process(COMMAND ${GO_EXECUTABLE} list -f "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}" ${GO_TAGS} ./...
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE GO_PACKAGES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" GO_PACKAGES "${GO_PACKAGES}")
foreach(package ${GO_PACKAGES})
  string(REGEX REPLACE "^drawbridge/" "go:" name ${package})
  add_test(NAME ${name} COMMAND ${GO_EXECUTABLE} test -timeout 90m -buildmode=pie ${GO_TAGS} ${package} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${GO_ENVIRONMENT}" TIMEOUT 6000)
  label_test(${name} FALSE)
endforeach()

# The kernels' texts for GPUs, compiled where there is none.
add_test(NAME nvrtc COMMAND sh ${CMAKE_SOURCE_DIR}/tests/nvrtc.sh ${CMAKE_BINARY_DIR}/nvrtc ${GO_EXECUTABLE} ./kernels/set ./stencils ./tools/port/check ./tools/port/nests WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(nvrtc PROPERTIES ENVIRONMENT "${GO_ENVIRONMENT}" SKIP_RETURN_CODE 77 TIMEOUT 1800)
set(PART gpu_texts)
label_test(nvrtc FALSE)

# 3. Fortran programs; golden states as text for them: test_functions.cmake.
set(PART fortran)
fortran_program(check_reference tests/golden/check_reference.f90)
fortran_program(check_production tests/golden/check_production.f90 bench/production_peng_robinson.f90)
fortran_program(check_options tests/golden/check_options.f90)
foreach(program golden_bridge legacy_calls bad_input host_state invariance mechanism restart golden_blocks hostile_values legacy_transport
    hostile_species iterations transfers in_place gpu_failures strict unheard own_units refused_units declared_arrays copied_orders species_arrays legacy_traps compare_routine input_pairs polynomial_ends chung_constants)
  fortran_program(${program} tests/fortran/${program}.f90)
endforeach()
target_compile_options(host_state PRIVATE -fopenmp)
target_link_options(host_state PRIVATE -fopenmp)

drawbridge_test(reference_golden COMMAND check_reference ${GOLDEN})
drawbridge_test(production_golden COMMAND check_production ${GOLDEN})
drawbridge_test(reference_options COMMAND check_options ${GOLDEN})
foreach(device host memcheck)
  drawbridge_test(hostile_values_${device} COMMAND hostile_values ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  drawbridge_test(iterations_${device} COMMAND iterations ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  drawbridge_test(hostile_species_${device} COMMAND hostile_species ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  foreach(layout left right)
    drawbridge_test(golden_${device}_${layout} COMMAND golden_bridge ${GOLDEN}
      ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_LAYOUT=${layout})
    drawbridge_test(golden_blocks_${device}_${layout} COMMAND golden_blocks ${GOLDEN}
      ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_LAYOUT=${layout})
    foreach(program legacy_calls legacy_transport)
      drawbridge_test(${program}_${device}_${layout} COMMAND ${program} ${GOLDEN}
        ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_LAYOUT=${layout})
    endforeach()
  endforeach()
endforeach()
drawbridge_test(add_kernel LONG TIMEOUT 3600 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/add_kernel.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/add_kernel)
drawbridge_test(add_operator LONG TIMEOUT 3600 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/add_operator.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/add_operator)
drawbridge_test(polynomial_ends COMMAND polynomial_ends ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=host)
drawbridge_test(golden_threads COMMAND golden_bridge ${GOLDEN} ENVIRONMENT DRAWBRIDGE_THREADS=3)
foreach(isa avx2 baseline)
  drawbridge_test(golden_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh isa ${isa} $<TARGET_FILE:golden_bridge> ${GOLDEN})
  drawbridge_test(polynomial_ends_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh isa ${isa} $<TARGET_FILE:polynomial_ends> ${GOLDEN})
endforeach()
drawbridge_test(bad_input COMMAND bad_input)
drawbridge_test(compare_routine COMMAND compare_routine ${GOLDEN} $<TARGET_FILE_DIR:compare_routine>/../bin/drawbridge ENVIRONMENT DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=${CMAKE_BINARY_DIR}/tests/compare_routine.log)
drawbridge_test(legacy_traps COMMAND legacy_traps ENVIRONMENT DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=${CMAKE_BINARY_DIR}/tests/legacy_traps.log)
drawbridge_test(refused_units COMMAND refused_units ENVIRONMENT DRAWBRIDGE_DEVICE=host)
drawbridge_test(declared_arrays COMMAND declared_arrays ENVIRONMENT DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=${CMAKE_BINARY_DIR}/tests/declared_arrays.log)
drawbridge_test(unheard COMMAND sh ${CMAKE_SOURCE_DIR}/tests/unheard.sh $<TARGET_FILE:unheard> ${CMAKE_BINARY_DIR}/tests/unheard_work)
drawbridge_test(invariance COMMAND invariance)
foreach(device host memcheck)
  drawbridge_test(chung_constants_${device} COMMAND chung_constants ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  drawbridge_test(input_pairs_${device} COMMAND input_pairs ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  drawbridge_test(own_units_${device} COMMAND own_units ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  drawbridge_test(own_units_${device}_right COMMAND own_units ${GOLDEN} ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_LAYOUT=right)
  drawbridge_test(copied_orders_${device} COMMAND copied_orders ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  drawbridge_test(species_arrays_${device} COMMAND species_arrays ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  drawbridge_test(transfers_${device} COMMAND transfers ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  foreach(layout left right)
    drawbridge_test(strict_${device}_${layout} COMMAND strict ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_LAYOUT=${layout} DRAWBRIDGE_ON_ERROR=return)
  endforeach()
endforeach()
drawbridge_test(in_place COMMAND in_place ENVIRONMENT DRAWBRIDGE_DEVICE=host)
drawbridge_test(restart COMMAND restart)
drawbridge_test(host_state COMMAND host_state)
drawbridge_test(mechanism COMMAND mechanism ${CMAKE_SOURCE_DIR}/tests/mechanisms/kerosene.yaml)
drawbridge_test(gri30 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/mechanisms/gri30.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/cantera
  ENVIRONMENT ${GO_ENVIRONMENT})
fortran_program(crosscheck_states tests/crosscheck/crosscheck_states.f90)
fortran_program(random_states tests/crosscheck/random_states.f90)
drawbridge_test(crosscheck_40_digits COMMAND sh ${CMAKE_SOURCE_DIR}/tests/crosscheck/run.sh precise $<TARGET_FILE:random_states>
  ${CMAKE_SOURCE_DIR}/properties/species/species.json ${CMAKE_BINARY_DIR}/crosscheck_40_digits)
drawbridge_test(crosscheck COMMAND sh ${CMAKE_SOURCE_DIR}/tests/crosscheck/run.sh others $<TARGET_FILE:crosscheck_states>
  ${CMAKE_SOURCE_DIR}/tests/golden/species.json ${CMAKE_BINARY_DIR}/crosscheck)

# On a GPU, the same programs; the cache of compiled kernels stays in the build folder.
function(gpu_test name)
  set(PART gpu)
  drawbridge_test(gpu_${name} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh gpu ${ARGN}
    ENVIRONMENT DRAWBRIDGE_CACHE=${CMAKE_BINARY_DIR}/tests/cubin)
endfunction()
add_library(device_memory STATIC tests/fortran/device_memory.c)
target_compile_options(device_memory PRIVATE -Wall -Wextra)
target_link_libraries(device_memory PUBLIC ${CMAKE_DL_LIBS})
fortran_program(on_device tests/fortran/on_device.f90)
target_link_libraries(on_device device_memory)
drawbridge_test(on_device_host COMMAND on_device host)
gpu_test(on_device $<TARGET_FILE:on_device>)
drawbridge_test(gpu_openacc COMMAND sh ${CMAKE_SOURCE_DIR}/tests/openacc.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/lib ${CMAKE_BINARY_DIR}/tests/openacc)
gpu_test(golden $<TARGET_FILE:golden_bridge> ${GOLDEN})
gpu_test(golden_right env DRAWBRIDGE_LAYOUT=right $<TARGET_FILE:golden_bridge> ${GOLDEN})
gpu_test(golden_blocks $<TARGET_FILE:golden_blocks> ${GOLDEN})
gpu_test(golden_blocks_right env DRAWBRIDGE_LAYOUT=right $<TARGET_FILE:golden_blocks> ${GOLDEN})
gpu_test(hostile_values $<TARGET_FILE:hostile_values> ${GOLDEN})
gpu_test(legacy_calls $<TARGET_FILE:legacy_calls> ${GOLDEN})
gpu_test(invariance $<TARGET_FILE:invariance>)
gpu_test(bad_input $<TARGET_FILE:bad_input>)
gpu_test(species_arrays $<TARGET_FILE:species_arrays>)
gpu_test(transfers $<TARGET_FILE:transfers>)
gpu_test(chung_constants $<TARGET_FILE:chung_constants> ${GOLDEN})
gpu_test(input_pairs $<TARGET_FILE:input_pairs> ${GOLDEN})
gpu_test(polynomial_ends $<TARGET_FILE:polynomial_ends> ${GOLDEN})
gpu_test(own_units $<TARGET_FILE:own_units> ${GOLDEN})
gpu_test(host_state $<TARGET_FILE:host_state>)

# Another device against the host: here one without a GPU, so that the program itself is tested; then the GPU.
fortran_program(host_against_device tests/fortran/host_against_device.f90)
set(LIST ${CMAKE_SOURCE_DIR}/kernels/list.h)
drawbridge_test(host_against_memcheck COMMAND host_against_device ${GOLDEN} ${LIST} device=memcheck points=3000 mixtures=LOXCH4_5k,O2)
gpu_test(against_host $<TARGET_FILE:host_against_device> ${GOLDEN} ${LIST} device=cuda points=200000)
gpu_test(variants_against_host $<TARGET_FILE:host_against_device> ${GOLDEN} ${LIST} device=cuda points=50000 mixtures=LOXCH4_5,CH4_20
  kernels=collections variants=point_small,point_near,jam2_near,point,point_few,jam2,jam4,tile,tile_few,team2,team8,team)
gpu_test(later_against_host $<TARGET_FILE:host_against_device> ${GOLDEN} ${LIST} device=cuda points=50000 mixtures=LOXCH4_5
  kernels=collections variants=point_later) # offered for few species
gpu_test(matrix_against_host $<TARGET_FILE:host_against_device> ${GOLDEN} ${LIST} device=cuda points=50000 mixtures=CH4_20
  kernels=collections variants=matrix) # offered for many
gpu_test(long_variants_against_host $<TARGET_FILE:host_against_device> ${GOLDEN} ${LIST} device=cuda points=50001 mixtures=LOXCH4_5
  kernels=preosthermalproperties variants=jam8,jam16) # the compiler takes a minute

# How good the physics is, and what its flags say.
set(PART physics)
fortran_program(accuracy_states tests/crosscheck/accuracy_states.f90)
drawbridge_test(physics_accuracy COMMAND sh ${CMAKE_SOURCE_DIR}/tests/crosscheck/run.sh accuracy $<TARGET_FILE:accuracy_states>
  ${CMAKE_SOURCE_DIR}/docs/physics_accuracy.md ${CMAKE_BINARY_DIR}/physics_accuracy)
fortran_program(physics_flags tests/fortran/physics_flags.f90)
foreach(device host memcheck)
  drawbridge_test(physics_flags_${device} COMMAND physics_flags ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
endforeach()
gpu_test(physics_flags $<TARGET_FILE:physics_flags>)

# The CUDA device without a GPU.
set(PART fake_driver)
include(cmake/fake_tests.cmake)
include(cmake/hostile_tests.cmake)
include(cmake/files_tests.cmake)
set(PART fortran)

# 3b. What no golden state says: identities between the outputs.
fortran_program(identities tests/fortran/identities.f90)
drawbridge_test(identities COMMAND identities ${GOLDEN})

# 3c. Golden states of transport, Jacobian, branches; options against the reference routines.
fortran_program(golden_transport tests/fortran/golden_transport.f90)
fortran_program(golden_cubic tests/fortran/golden_cubic.f90)
drawbridge_test(golden_cubic_host COMMAND golden_cubic ${GOLDEN_CUBIC} ENVIRONMENT DRAWBRIDGE_DEVICE=host)
drawbridge_test(golden_cubic_right COMMAND golden_cubic ${GOLDEN_CUBIC} ENVIRONMENT DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LAYOUT=right DRAWBRIDGE_THREADS=3)
drawbridge_test(golden_cubic_memcheck COMMAND golden_cubic ${GOLDEN_CUBIC} ENVIRONMENT DRAWBRIDGE_DEVICE=memcheck)
gpu_test(golden_cubic $<TARGET_FILE:golden_cubic> ${GOLDEN_CUBIC})
foreach(device host memcheck)
  foreach(layout left right)
    drawbridge_test(golden_transport_${device}_${layout} COMMAND golden_transport ${GOLDEN}
      ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_LAYOUT=${layout})
  endforeach()
endforeach()
gpu_test(golden_transport $<TARGET_FILE:golden_transport> ${GOLDEN})
gpu_test(golden_transport_right env DRAWBRIDGE_LAYOUT=right $<TARGET_FILE:golden_transport> ${GOLDEN})
gpu_test(identities $<TARGET_FILE:identities> ${GOLDEN})
drawbridge_test(golden_transport_threads COMMAND golden_transport ${GOLDEN} ENVIRONMENT DRAWBRIDGE_THREADS=3)
foreach(isa avx2 baseline)
  drawbridge_test(golden_transport_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh isa ${isa} $<TARGET_FILE:golden_transport> ${GOLDEN})
endforeach()

# 3d. Stencils: every operator and variant against plain loops.
set(PART stencils)
add_library(stencil_cases STATIC tests/fortran/stencil_cases.f90 tests/fortran/stencil_halos.f90)
target_compile_options(stencil_cases PRIVATE ${TEST_FLAGS})
target_link_libraries(stencil_cases PUBLIC test_support)
foreach(program stencils stencil_properties field_properties property_regions started_lists field_components list_numbers neighbours broadcast_fields global_places regions poisson_equation)
  fortran_program(${program} tests/fortran/${program}.f90)
  target_link_libraries(${program} stencil_cases)
  foreach(device host memcheck)
    drawbridge_test(${program}_${device} COMMAND ${program} ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  endforeach()
  gpu_test(${program} $<TARGET_FILE:${program}>)
endforeach()
foreach(program field_properties property_regions field_components)
  drawbridge_test(${program}_threads COMMAND ${program} ENVIRONMENT DRAWBRIDGE_THREADS=3)
endforeach()
drawbridge_test(broadcast_fields_threads COMMAND broadcast_fields ENVIRONMENT DRAWBRIDGE_THREADS=3)
drawbridge_test(regions_threads COMMAND regions ENVIRONMENT DRAWBRIDGE_THREADS=2)
drawbridge_test(global_places_threads COMMAND global_places ENVIRONMENT DRAWBRIDGE_THREADS=3)
drawbridge_test(stencils_threads COMMAND stencils ENVIRONMENT DRAWBRIDGE_THREADS=5)
drawbridge_test(stencils_boxes COMMAND stencils ENVIRONMENT DRAWBRIDGE_THREADS=6) # workers side by side along y and z
foreach(isa avx2 baseline)
  drawbridge_test(broadcast_fields_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh isa ${isa} $<TARGET_FILE:broadcast_fields>)
  drawbridge_test(regions_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh isa ${isa} $<TARGET_FILE:regions>)
  drawbridge_test(global_places_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh isa ${isa} $<TARGET_FILE:global_places>)
  drawbridge_test(stencils_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh isa ${isa} $<TARGET_FILE:stencils>)
endforeach()

# 4. The library as its users install it.
set(PART install)
drawbridge_test(symbols COMMAND sh ${CMAKE_SOURCE_DIR}/tests/symbols.sh ${LIBRARY} ${MPI_FAMILY} ${CMAKE_SOURCE_DIR}/bridge/entry.h)
drawbridge_test(install COMMAND sh ${CMAKE_SOURCE_DIR}/tests/stranger/run.sh ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/tests/stranger)

drawbridge_test(doctor COMMAND sh ${CMAKE_SOURCE_DIR}/tests/doctor.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${FAKE} ${CMAKE_BINARY_DIR}/tests/doctor_work)
drawbridge_test(new_solver COMMAND sh ${CMAKE_SOURCE_DIR}/tests/install/new_solver.sh ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/tests/new_solver)
set(INSTALL_TESTS ${CMAKE_SOURCE_DIR}/tests/install)
drawbridge_test(installation COMMAND sh ${INSTALL_TESTS}/installation.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/installation)
drawbridge_test(install_kernels COMMAND sh ${INSTALL_TESTS}/kernels.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/tests/install_kernels)
drawbridge_test(install_flags COMMAND sh ${INSTALL_TESTS}/flags.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/install_flags)
drawbridge_test(deb COMMAND sh ${INSTALL_TESTS}/packages.sh deb ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/tests/deb)
drawbridge_test(container LONG TIMEOUT 3600 COMMAND sh ${INSTALL_TESTS}/packages.sh container ${CMAKE_SOURCE_DIR})
drawbridge_test(fpm COMMAND sh ${INSTALL_TESTS}/packages.sh fpm ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/tests/fpm)
drawbridge_test(spack_recipe COMMAND python3 ${INSTALL_TESTS}/spack_recipe.py ${CMAKE_SOURCE_DIR})
drawbridge_test(abi COMMAND sh ${INSTALL_TESTS}/abi.sh ${LIBRARY}.0 ${INSTALL_TESTS}/functions_0.2.0.txt)
drawbridge_test(fortran_compilers COMMAND sh ${INSTALL_TESTS}/compilers.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/tests/compilers)
drawbridge_test(newer_compilers LONG TIMEOUT 3600 COMMAND sh ${INSTALL_TESTS}/newer_compilers.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}
  ${CMAKE_BINARY_DIR}/tests/newer_compilers trixie "13 14" ${GOLDEN})
drawbridge_test(bench_arguments COMMAND sh ${CMAKE_SOURCE_DIR}/tests/bench_arguments.sh ${CMAKE_BINARY_DIR}/libexec/drawbridge)
drawbridge_test(faults_page COMMAND sh ${CMAKE_SOURCE_DIR}/tests/documents.sh faults ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/docs/faults.md)
drawbridge_test(links COMMAND sh ${CMAKE_SOURCE_DIR}/tests/documents.sh links ${CMAKE_SOURCE_DIR})
drawbridge_test(readme COMMAND sh ${CMAKE_SOURCE_DIR}/tests/readme/programs.sh readme ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/readme)

# The tutorial, and the site of all pages.
drawbridge_test(first_call COMMAND sh ${CMAKE_SOURCE_DIR}/tests/readme/programs.sh first_call ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/first_call)
drawbridge_test(port_references COMMAND sh ${CMAKE_SOURCE_DIR}/tests/port/references.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/port_references)
drawbridge_test(port_formulas COMMAND sh ${CMAKE_SOURCE_DIR}/tests/port/formulas.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/port_formulas)
drawbridge_test(port_load COMMAND sh ${CMAKE_SOURCE_DIR}/tests/port/load.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/port_load)
drawbridge_test(port_random LONG TIMEOUT 10000 COMMAND ${GO_EXECUTABLE} test -buildmode=pie ${GO_TAGS} ./tools/port/check ./tools/port/nests -count=1 -timeout 160m -run Random -programs 10000
  ENVIRONMENT ${GO_ENVIRONMENT})
set_tests_properties(port_random PROPERTIES WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set(PAGES first_stencil first_routine how_to/compare_routine how_to/pin how_to/own_units how_to/input_pairs how_to/index_orders how_to/device_arrays how_to/conjugate_gradients how_to/loop_kernel)
if(HDF5_FOUND)
  list(APPEND PAGES first_comparison how_to/restart)
endif()
if(WITH_MPI)
  list(APPEND PAGES first_ranks)
endif()
if(WITH_MPI AND HDF5_FOUND)
  list(APPEND PAGES first_fields_ranks)
endif()
list(TRANSFORM PAGES PREPEND ${CMAKE_SOURCE_DIR}/docs/)
list(TRANSFORM PAGES APPEND .md)
drawbridge_test(pages COMMAND sh ${CMAKE_SOURCE_DIR}/tests/readme/page.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/pages ${PAGES})
drawbridge_test(snippets COMMAND python3 ${CMAKE_SOURCE_DIR}/tests/readme/snippets.py ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/snippets)
drawbridge_test(docs COMMAND sh ${CMAKE_SOURCE_DIR}/tests/documents.sh site ${CMAKE_SOURCE_DIR})

# The Python package.
set(PART python)
drawbridge_test(python COMMAND sh ${CMAKE_SOURCE_DIR}/tests/python/run.sh ${CMAKE_SOURCE_DIR} ${LIBRARY}.0)

# The other processor.
set(PART platforms)
include(cmake/arm64_tests.cmake)

# 5. The examples of the stencils.
set(PART examples)
include(cmake/example_tests.cmake)

# 6. Ranks, and the example solver.
if(WITH_MPI)
  set(PART ranks)
  include(cmake/mpi_tests.cmake)
  include(cmake/ranks_tests.cmake)
  set(PART solver)
  include(cmake/solver_tests.cmake)
endif()
