// One call of a kernel for tests and tools; the host device makes its calls itself.
#include "../../machine/machine.h"
#include "../table.h"

extern "C" long drawbridge_run(drawbridge_kernel run, const drawbridge_array *arrays, const double *parameters,
                               const drawbridge_region *region, long begin, long end) {
    const float_state saved = save_floats();
    set_floats();
    const long flagged = run(arrays, parameters, region, begin, end);
    restore_floats(saved);
    return flagged;
}
