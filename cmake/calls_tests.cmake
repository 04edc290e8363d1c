# Calls and what they hold against a host's mistakes: data that were not given, arguments in the wrong order, failed points.

# Every kernel without species data.
fortran_program(no_data tests/fortran/no_data.f90)
foreach(device host memcheck)
  drawbridge_test(no_data_${device} COMMAND no_data ${GOLDEN} ${LIST} ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_ON_ERROR=return)
endforeach()
foreach(isa avx2 baseline)
  drawbridge_test(no_data_${isa} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with_isa.sh ${isa} $<TARGET_FILE:no_data> ${GOLDEN} ${LIST}
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
drawbridge_test(fake_driver_device_lost_everywhere LONG TIMEOUT 1800 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with_fake_driver.sh ${FAKE}
  sh ${CMAKE_SOURCE_DIR}/tests/device_lost.sh $<TARGET_FILE:device_lost> ${CMAKE_BINARY_DIR}/tests/device_lost_everywhere_work 1)
