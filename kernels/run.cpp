// One call of a kernel for tests and tools; the host device makes its calls itself.
#include "../machine/machine.h"
#include "table.h"

extern "C" long drawbridge_run(drawbridge_kernel run, double *const *data, const long *point_stride,
                               const long *component_stride, const double *parameters, const long *rows, long begin, long end) {
    const float_state saved = save_floats();
    set_floats();
    const long flagged = run(data, point_stride, component_stride, parameters, rows, begin, end);
    restore_floats(saved);
    return flagged;
}
