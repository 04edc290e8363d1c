// The kernels for every amd64 CPU (SSE2).
#include "table.h"
#include <immintrin.h>

extern "C" long drawbridge_run(drawbridge_kernel run, double *const *data, const long *point_stride,
                               const long *component_stride, const double *parameters, const long *rows, long begin, long end) {
    const unsigned saved = _mm_getcsr();
    _mm_setcsr(0x9fc0); // round to nearest, all exceptions masked, flush to zero, denormals are zero
    const long flagged = run(data, point_stride, component_stride, parameters, rows, begin, end);
    _mm_setcsr(saved);
    return flagged;
}

#define ISA baseline
#define ISA_BASELINE
#include "host.h"
