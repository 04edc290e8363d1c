# How good the physics is: the figures of docs/physics_accuracy.md, made again. Included by tests.cmake.
fortran_program(accuracy_states tests/crosscheck/accuracy_states.f90)
drawbridge_test(physics_accuracy COMMAND sh ${CMAKE_SOURCE_DIR}/tests/crosscheck/accuracy.sh $<TARGET_FILE:accuracy_states>
  ${CMAKE_SOURCE_DIR}/docs/physics_accuracy.md ${CMAKE_BINARY_DIR}/physics_accuracy)
fortran_program(physics_flags tests/fortran/physics_flags.f90)
foreach(device host memcheck)
  drawbridge_test(physics_flags_${device} COMMAND physics_flags ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
endforeach()
gpu_test(physics_flags $<TARGET_FILE:physics_flags>)
