# What hard hosts and hostile callers do. Included by tests.cmake.
set(PART calls)
# Calls and what they hold against a host's mistakes: data that were not given, arguments in the wrong order, failed points.

# Every kernel without species data.
fortran_program(no_data tests/fortran/no_data.f90)
foreach(device host memcheck)
  drawbridge_test(no_data_${device} COMMAND no_data ${GOLDEN} ${LIST} ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_ON_ERROR=return)
endforeach()
foreach(isa avx2 baseline)
  drawbridge_test(no_data_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh isa ${isa} $<TARGET_FILE:no_data> ${GOLDEN} ${LIST}
    ENVIRONMENT DRAWBRIDGE_ON_ERROR=return)
endforeach()
fake_test(no_data env DRAWBRIDGE_ON_ERROR=return $<TARGET_FILE:no_data> ${GOLDEN} ${LIST})
gpu_test(no_data env DRAWBRIDGE_ON_ERROR=return $<TARGET_FILE:no_data> ${GOLDEN} ${LIST})

# Calls that keep an array's address, and arguments that have none.
drawbridge_test(must_not_compile COMMAND sh ${CMAKE_SOURCE_DIR}/tests/fortran/must_not_compile/run.sh ${CMAKE_SOURCE_DIR}
  ${CMAKE_BINARY_DIR}/tests/must_not_compile ${CMAKE_Fortran_COMPILER})

# Failed points are told, whatever the report, and nothing is lost where the log cannot be written.
fortran_program(failed_points tests/fortran/failed_points.f90)
drawbridge_test(failed_points COMMAND sh ${CMAKE_SOURCE_DIR}/tests/failed_points.sh $<TARGET_FILE:failed_points> ${FAKE} ${CMAKE_BINARY_DIR}/tests/failed_points_work)
drawbridge_test(log_lost COMMAND bash ${CMAKE_SOURCE_DIR}/tests/log_lost.sh $<TARGET_FILE:failed_points> ${CMAKE_BINARY_DIR}/tests/log_lost_work)

# A fault at each driver call and each allocation of a small program; the quick test takes every 61st.
fortran_program(device_lost tests/fortran/device_lost.f90)
fake_test(device_lost sh ${CMAKE_SOURCE_DIR}/tests/device_lost.sh $<TARGET_FILE:device_lost> ${CMAKE_BINARY_DIR}/tests/device_lost_work 61)
drawbridge_test(fake_driver_device_lost_everywhere LONG TIMEOUT 1800 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE}
  sh ${CMAKE_SOURCE_DIR}/tests/device_lost.sh $<TARGET_FILE:device_lost> ${CMAKE_BINARY_DIR}/tests/device_lost_everywhere_work 1)

set(PART sanitizers)
# The C and C++ parts under sanitizers, the Go parts under the race detector: `make test-long`.
drawbridge_test(pool COMMAND sh ${CMAKE_SOURCE_DIR}/tests/sanitize.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/pool ${GO_EXECUTABLE} pool_plain)
foreach(part pool_threads pool_memory go_memory kernels_memory go_race)
  drawbridge_test(sanitize_${part} LONG TIMEOUT 3600 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/sanitize.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/sanitize
    ${GO_EXECUTABLE} ${part} ENVIRONMENT ${GO_ENVIRONMENT})
endforeach()

set(PART faults)
# What hard hosts do: signals, stacks, processes, limits, no memory. Each program prints its counts.
function(fault_program name)
  add_executable(fault_${name} tests/faults/${name}.c tests/faults/checks.c ${ARGN})
  target_compile_options(fault_${name} PRIVATE -g -O1 -Wall -Wextra -fno-builtin)
  target_link_libraries(fault_${name} pthread m ${CMAKE_DL_LIBS})
  set_target_properties(fault_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/faults OUTPUT_NAME ${name})
endfunction()
foreach(program signals stacks writes stop_jump processes limits secure memory)
  set(more "")
  if(program STREQUAL "memory")
    set(more tests/faults/failing_memory.c)
  endif()
  fault_program(${program} tests/faults/host.c ${more})
  target_link_libraries(fault_${program} drawbridge)
endforeach()
fault_program(opened)
add_library(fault_secure_spy MODULE tests/faults/secure_spy.c)
set_target_properties(fault_secure_spy PROPERTIES PREFIX "" OUTPUT_NAME secure_spy LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/faults)

foreach(program signals stacks writes stop_jump processes limits)
  drawbridge_test(faults_${program} COMMAND fault_${program} ENVIRONMENT DRAWBRIDGE_DEVICE=host)
endforeach()
drawbridge_test(faults_opened COMMAND fault_opened ${LIBRARY}.0 ENVIRONMENT DRAWBRIDGE_DEVICE=host)
drawbridge_test(faults_secure COMMAND sh ${CMAKE_SOURCE_DIR}/tests/faults/secure.sh $<TARGET_FILE:fault_secure> ${LIBRARY}.0 $<TARGET_FILE:fault_secure_spy>)
# A process for some of the allocations, or for each.
foreach(kind malloc malloc-lasting mmap mmap-lasting)
  drawbridge_test(faults_memory_${kind} COMMAND fault_memory ${kind} 97)
  drawbridge_test(faults_memory_${kind}_all LONG TIMEOUT 3600 COMMAND fault_memory ${kind} 1)
endforeach()

set(PART border)
# Hostile callers: every pointer of every public function, random calls, long use.
enable_language(C)
find_package(Threads REQUIRED)
set(BORDER ${CMAKE_SOURCE_DIR}/tests/border)
function(border_program name)
  list(TRANSFORM ARGN PREPEND ${BORDER}/)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE -std=gnu11 -O1 -g -Wall -Wextra)
  target_link_libraries(${name} drawbridge Threads::Threads)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_dependencies(${name} go)
endfunction()
border_program(border border.c calls.c cases.c children.c memory.c random.c rows.c rows_data.c world.c)
border_program(soak soak.c)
set(ENTRY ${CMAKE_SOURCE_DIR}/bridge/entry.h)
add_library(older_system SHARED tests/border/older_system.c) # to preload
target_compile_options(older_system PRIVATE -Wall -Wextra)
target_link_libraries(older_system ${CMAKE_DL_LIBS})
foreach(folder addresses fuzz fuzz_older fuzz_today fuzz_long soak soak_long)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tests/border_work/${folder})
endforeach()
set(WORK ${CMAKE_BINARY_DIR}/tests/border_work)
# Random calls: CALLS, SECONDS at most, SEED (0: the day's, which is printed).
drawbridge_test(border_addresses COMMAND border addresses ${WORK}/addresses ${ENTRY})
drawbridge_test(border_fuzz COMMAND border fuzz ${WORK}/fuzz ${ENTRY} 100000 15 1)
drawbridge_test(border_fuzz_older COMMAND border fuzz ${WORK}/fuzz_older ${ENTRY} 50000 10 1
  ENVIRONMENT LD_PRELOAD=$<TARGET_FILE:older_system>)
drawbridge_test(border_fuzz_today COMMAND border fuzz ${WORK}/fuzz_today ${ENTRY} 50000 10 0)
drawbridge_test(border_fuzz_long LONG TIMEOUT 14400 COMMAND border fuzz ${WORK}/fuzz_long ${ENTRY} 10000000 10800 7000000)
drawbridge_test(soak COMMAND soak ${WORK}/soak 100000)
drawbridge_test(soak_long LONG TIMEOUT 7200 COMMAND soak ${WORK}/soak_long 1000000 times)
