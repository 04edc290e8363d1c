# The other processor, on an amd64 machine that has its compilers and qemu-user.
if(ARCHITECTURE STREQUAL "amd64")
  drawbridge_test(arm64 TIMEOUT 3600 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/arm64.sh ${CMAKE_SOURCE_DIR} short)
  drawbridge_test(arm64_whole LONG TIMEOUT 14400 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/arm64.sh ${CMAKE_SOURCE_DIR} whole)
  set_tests_properties(arm64 arm64_whole PROPERTIES RESOURCE_LOCK arm64_build)
endif()
# The library's folder may have two parts, as Debian's lib/aarch64-linux-gnu: drawbridge.pc still finds the prefix.
drawbridge_test(library_folder COMMAND sh ${CMAKE_SOURCE_DIR}/tests/library_folder.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/library_folder)
if(ARCHITECTURE STREQUAL "amd64")
  drawbridge_test(foreign_isa COMMAND sh ${CMAKE_SOURCE_DIR}/tests/foreign.sh isa neon amd64 arm64 $<TARGET_FILE:invariance>)
else()
  drawbridge_test(foreign_isa COMMAND sh ${CMAKE_SOURCE_DIR}/tests/foreign.sh isa avx2 arm64 amd64 $<TARGET_FILE:invariance>)
endif()
drawbridge_test(foreign_package COMMAND sh ${CMAKE_SOURCE_DIR}/tests/foreign.sh here ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR} ${ARCHITECTURE})
