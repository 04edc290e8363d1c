# The examples of the stencils, small, on every device; wrong input to each of them.
set(SMALL_heat cells=32)
set(SMALL_poisson cells=64 tolerance=1e-8 history=none)
set(SMALL_seismic_wave cells=96 seconds=0.8 seismogram=none)
set(SMALL_gray_scott cells=128 steps=5000)
foreach(example ${EXAMPLES})
  foreach(device host memcheck)
    drawbridge_test(example_${example}_${device} COMMAND ${example} ${SMALL_${example}} output=none ENVIRONMENT DRAWBRIDGE_DEVICE=${device})
  endforeach()
  gpu_test(example_${example} $<TARGET_FILE:${example}> ${SMALL_${example}} output=none)
  drawbridge_test(example_${example}_refusals COMMAND sh ${CMAKE_SOURCE_DIR}/tests/examples/refusals.sh $<TARGET_FILE:${example}>)
endforeach()
drawbridge_test(examples COMMAND bash ${CMAKE_SOURCE_DIR}/scripts/examples.sh) # as the user runs them, with their pictures
