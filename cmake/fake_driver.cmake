# A libcuda.so.1 on host memory (device/gpu/testdata/fake), in the folder FAKE.
set(FAKE ${CMAKE_BINARY_DIR}/tests/fake_driver)
file(GLOB FAKE_SOURCES CONFIGURE_DEPENDS device/gpu/testdata/fake/*)
add_custom_command(OUTPUT ${FAKE}/libcuda.so.1
  COMMAND ${CMAKE_COMMAND} -E env CC=${CMAKE_C_COMPILER} sh ${CMAKE_SOURCE_DIR}/device/gpu/testdata/fake/build.sh ${FAKE}
  DEPENDS ${FAKE_SOURCES} device/gpu/driver.h kernels/stencils/sweep.h)
add_custom_target(fake_driver ALL DEPENDS ${FAKE}/libcuda.so.1)
