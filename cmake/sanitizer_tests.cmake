# The C and C++ parts under sanitizers, the Go parts under the race detector: `make test-long`.
drawbridge_test(pool COMMAND sh ${CMAKE_SOURCE_DIR}/tests/sanitize.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/pool ${GO_EXECUTABLE} pool_plain)
foreach(part pool_threads pool_memory go_memory kernels_memory go_race)
  drawbridge_test(sanitize_${part} LONG TIMEOUT 3600 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/sanitize.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/sanitize
    ${GO_EXECUTABLE} ${part} ENVIRONMENT ${GO_ENVIRONMENT})
endforeach()
