/* The table of one instruction set: what set/host.go looks a kernel up in. */
#ifndef DRAWBRIDGE_STENCILS_TABLE_H
#define DRAWBRIDGE_STENCILS_TABLE_H
#include "sweep.h"
#ifdef __cplusplus
extern "C" {
#endif

/* The C type of a host kernel: items [begin, end) of the sweep. */
typedef void (*drawbridge_sweep)(const struct sweep *, long begin, long end);

struct drawbridge_stencil {
    const char *name; /* null after the last one */
    drawbridge_sweep run;
};

extern const struct drawbridge_stencil drawbridge_stencils_avx512[];
extern const struct drawbridge_stencil drawbridge_stencils_avx2[];
extern const struct drawbridge_stencil drawbridge_stencils_baseline[];
extern const struct drawbridge_stencil drawbridge_stencils_neon[]; /* arm64 has this one alone */

int drawbridge_stencils_run_avx512(void);
int drawbridge_stencils_run_avx2(void);

#ifdef __cplusplus
}
#endif
#endif
