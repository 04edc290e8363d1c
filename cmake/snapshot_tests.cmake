# Snapshots of what stays on the device, on every device that there is.
fortran_program(streamed tests/fortran/streamed.f90)
foreach(device host memcheck)
  foreach(layout left right)
    drawbridge_test(streamed_${device}_${layout} COMMAND streamed ENVIRONMENT DRAWBRIDGE_DEVICE=${device} DRAWBRIDGE_LAYOUT=${layout})
  endforeach()
endforeach()
foreach(lazy 0 1)
  fake_test(streamed_${lazy} env FAKE_CUDA_LAZY=${lazy} $<TARGET_FILE:streamed>)
endforeach()
gpu_test(streamed $<TARGET_FILE:streamed>)

# Judges of others: h5py, h5diff, VTK's reader.
drawbridge_test(judges COMMAND sh ${CMAKE_SOURCE_DIR}/tests/judges/run.sh ${COMMAND_FILE} $<TARGET_FILE:streamed> ${CMAKE_BINARY_DIR}/judges)
