/* The kernels for one instruction set: included once by kernels.cpp of avx512, avx2,
 * baseline and neon, after the system headers and the #pragma GCC target, with ISA naming the
 * namespace. Nothing in here may have a weak symbol: the linker would keep one copy for all instruction sets. */
#define JOIN(a, b) a##b
#define TABLE_OF(isa) JOIN(drawbridge_kernels_, isa)

namespace ISA {
namespace {

#include "all.h"
#include "composition_host.h"
#include "loop_host.h"

#define KERNEL(name, reads, ...)                                                                                \
    long run_##name(const drawbridge_array *arrays, const double *block, const drawbridge_region *region, long begin, \
                    long end) {                                                                                 \
        return run<name, takes_states(reads)>(name, arrays, block, region, begin, end);                                              \
    }
#include "list.h"
#undef KERNEL

} // namespace
} // namespace ISA

extern "C" const drawbridge_entry TABLE_OF(ISA)[] = {
#define KERNEL(name, ...) {#name, ISA::run_##name},
#include "list.h"
#undef KERNEL
    {0, 0}};
