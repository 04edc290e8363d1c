/* The stencils for one instruction set: included once by kernels.cpp of avx512, avx2,
 * baseline and neon, after the system headers and the #pragma GCC target. Nothing in here may have a
 * weak symbol. */
#define JOIN(a, b) a##b
#define TABLE_OF(isa) JOIN(drawbridge_stencils_, isa)

namespace ISA {
namespace {

#include "dialect.h"
#include "loop_host.h"
#include "stacked_host.h"
#include "operators.h"
#include "multigrid.h"
#include "exact.h"
#include "reduce_host.h"
#include "expression_functions.h"
#include "expression_steps.h"
#include "expression_host.h"

#define STENCIL(name, ...) \
    void run_##name(const sweep *s, long begin, long end) { sweep_rows<__VA_ARGS__>(s, begin, end); }
#define STENCIL_POINTS(name, ...) \
    void run_##name(const sweep *s, long begin, long end) { sweep_points<__VA_ARGS__>(s, begin, end); }
#define STENCIL_OWN(name, ...) \
    void run_##name(const sweep *s, long begin, long end) { __VA_ARGS__(s, begin, end); }
#include "list.h"
#undef STENCIL
#undef STENCIL_POINTS
#undef STENCIL_OWN

} // namespace
} // namespace ISA

extern "C" const drawbridge_stencil TABLE_OF(ISA)[] = {
#define STENCIL(name, ...) {#name, ISA::run_##name},
#define STENCIL_POINTS(name, ...) {#name, ISA::run_##name},
#define STENCIL_OWN(name, ...) {#name, ISA::run_##name},
#include "list.h"
#undef STENCIL
#undef STENCIL_POINTS
#undef STENCIL_OWN
    {0, 0}};
