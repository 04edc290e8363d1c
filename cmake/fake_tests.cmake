# The CUDA device's code against a fake driver on host memory (device/gpu/testdata/fake), where there is
# no GPU. These tests prove order, memory and error paths; none of them is a test of a GPU.
include(cmake/fake_driver.cmake)
function(fake_test name)
  drawbridge_test(fake_driver_${name} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${ARGN})
  list(TRANSFORM ARGN REPLACE "^device=cuda$" "device=hip" OUTPUT_VARIABLE words)
  foreach(architecture gfx90a gfx1100) # the same as an AMD GPU, of 64 lanes and of 32; six of them are quick
    set(long LONG)
    if(architecture STREQUAL gfx90a AND name MATCHES "^(transfers_0|on_device_1|started_lists_0|property_regions|strict|own_units_1)$")
      set(long "")
    endif()
    if(name STREQUAL failures) # plans failures at calls that come after the self-test of an AMD GPU
      break()
    endif()
    drawbridge_test(fake_${architecture}_${name} ${long} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_hip ${architecture} ${FAKE} ${words})
  endforeach()
endfunction()
foreach(lazy 0 1) # 1: work waits until somebody synchronizes
  fake_test(golden_${lazy} env FAKE_CUDA_LAZY=${lazy} $<TARGET_FILE:golden_bridge> ${GOLDEN})
  fake_test(legacy_calls_${lazy} env FAKE_CUDA_LAZY=${lazy} $<TARGET_FILE:legacy_calls> ${GOLDEN})
  fake_test(own_units_${lazy} env FAKE_CUDA_LAZY=${lazy} DRAWBRIDGE_DEBUG=bounds $<TARGET_FILE:own_units> ${GOLDEN})
  fake_test(species_arrays_${lazy} env FAKE_CUDA_LAZY=${lazy} DRAWBRIDGE_DEBUG=bounds $<TARGET_FILE:species_arrays>)
  fake_test(copied_orders_${lazy} env FAKE_CUDA_LAZY=${lazy} DRAWBRIDGE_DEBUG=bounds $<TARGET_FILE:copied_orders>)
  fake_test(transfers_${lazy} env FAKE_CUDA_LAZY=${lazy} $<TARGET_FILE:transfers>)
  fake_test(invariance_${lazy} env FAKE_CUDA_LAZY=${lazy} $<TARGET_FILE:invariance>)
endforeach()
drawbridge_test(fake_driver_polynomial_ends LONG COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE}
  $<TARGET_FILE:polynomial_ends> ${GOLDEN} preosthermalproperties)
fake_test(transfers_shared env OMPI_COMM_WORLD_LOCAL_RANK=0 OMPI_COMM_WORLD_LOCAL_SIZE=16 $<TARGET_FILE:transfers>) # one stripe uses no queues
foreach(lazy 0 1)
  fake_test(on_device_${lazy} env FAKE_CUDA_LAZY=${lazy} FAKE_CUDA_DEVICES=2 DRAWBRIDGE_DEBUG=bounds $<TARGET_FILE:on_device>)
endforeach()
foreach(program field_properties field_components)
  foreach(variant point jam2_near) # properties on fields; every access through a view is checked
    fake_test(${program}_${variant} env DRAWBRIDGE_DEBUG=bounds DRAWBRIDGE_TUNE=${variant} $<TARGET_FILE:${program}>)
  endforeach()
  fake_test(${program} env FAKE_CUDA_LAZY=1 $<TARGET_FILE:${program}>)
endforeach()
foreach(choice measure unrecorded unfused first)
  fake_test(list_numbers_${choice} env FAKE_CUDA_LAZY=1 DRAWBRIDGE_STENCILS=${choice} $<TARGET_FILE:list_numbers>)
  fake_test(regions_${choice} env FAKE_CUDA_LAZY=1 DRAWBRIDGE_STENCILS=${choice} $<TARGET_FILE:regions> first)
  fake_test(global_places_${choice} env FAKE_CUDA_LAZY=1 DRAWBRIDGE_STENCILS=${choice} $<TARGET_FILE:global_places>)
  fake_test(broadcast_fields_${choice} env FAKE_CUDA_LAZY=1 DRAWBRIDGE_STENCILS=${choice} $<TARGET_FILE:broadcast_fields>)
  fake_test(neighbours_${choice} env FAKE_CUDA_LAZY=1 DRAWBRIDGE_STENCILS=${choice} $<TARGET_FILE:neighbours>)
endforeach()
foreach(layout left right) # every access through a view is checked
  fake_test(bounds_${layout} env DRAWBRIDGE_DEBUG=bounds DRAWBRIDGE_LAYOUT=${layout} $<TARGET_FILE:legacy_transport> ${GOLDEN})
endforeach()
# The same of every variant that a fake runs (it has no shared memory between threads, and no warps), whose threads do not divide the points.
fake_test(variants_bounds env DRAWBRIDGE_DEBUG=bounds $<TARGET_FILE:host_against_device> ${GOLDEN} ${LIST} device=cuda points=21 mixtures=LOXCH4_5
  kernels=preosthermalproperties variants=point_small,point_near,jam2_near,point,point_few,point_later,jam2,jam4,jam8,jam16)
foreach(lazy 0 1)
  fake_test(started_lists_${lazy} env FAKE_CUDA_LAZY=${lazy} $<TARGET_FILE:started_lists> fake)
endforeach()
fake_test(property_regions env FAKE_CUDA_LAZY=1 $<TARGET_FILE:property_regions>)
fake_test(strict env DRAWBRIDGE_ON_ERROR=return $<TARGET_FILE:strict>)
fake_test(failures env DRAWBRIDGE_CACHE=off $<TARGET_FILE:gpu_failures>)

# Where nobody names a device.
fortran_program(default_device tests/fortran/default_device.f90)
drawbridge_test(default_device COMMAND sh ${CMAKE_SOURCE_DIR}/tests/default_device.sh $<TARGET_FILE:default_device> ${FAKE}
  ${CMAKE_BINARY_DIR}/tests/default_device_work)
drawbridge_test(cache_warm COMMAND sh ${CMAKE_SOURCE_DIR}/tests/cache_warm.sh ${COMMAND_FILE} ${FAKE} ${CMAKE_BINARY_DIR}/tests/cache_warm_work)
# Texts of stencils whose threads go along columns, or share memory: each thread is a fiber.
foreach(case "double 1 fused:64:32:2:256" "float 1 planes:64:32:2:256" "float 1 march:6:32:4:128:b1" "double 4 window:12:32:2:128")
  string(REPLACE " " ";" words ${case})
  list(GET words 2 variant)
  string(REPLACE ":" "_" variant ${variant})
  fake_test(stencils_${variant} env FAKE_CUDA_MEMORY=1000000000 $<TARGET_FILE:stencils> ${words})
endforeach()
# Lists of operators: in one kernel and apart, recorded and not, against plain loops; on a GPU, and long on the fake one.
set(LISTS env ${GO_ENVIRONMENT} ${GO_EXECUTABLE} test -buildmode=pie ${GO_TAGS} ./tests/lists -count=1 -run)
gpu_test(lists ${LISTS} "Together|Random|Temporary|Thin|Behind|OneOrder|HaveOne" -lists 20)
set_tests_properties(gpu_lists PROPERTIES WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} TIMEOUT 1800)
fake_test(replays ${LISTS} ReplaysCall -v)
set_tests_properties(fake_driver_replays PROPERTIES WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
drawbridge_test(fake_driver_lists LONG TIMEOUT 3600 COMMAND sh ${CMAKE_SOURCE_DIR}/tests/with.sh fake_driver ${FAKE} ${LISTS} "Together|Random|Temporary|Thin|Behind" -lists 3)
set_tests_properties(fake_driver_lists PROPERTIES WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
# The tests of the device itself as AMD GPUs of 64 lanes and of 32.
foreach(architecture gfx90a gfx1100)
  drawbridge_test(go:device/gpu_${architecture} LONG COMMAND env ${GO_ENVIRONMENT} DRAWBRIDGE_TEST_GPU=hip FAKE_HIP_ARCH=${architecture}
    ${GO_EXECUTABLE} test -buildmode=pie -count=1 -vet=off ./device/gpu)
  set_tests_properties(go:device/gpu_${architecture} PROPERTIES WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endforeach()
