/* The table of one instruction set: what host.go looks a kernel up in. */
#ifndef DRAWBRIDGE_KERNELS_TABLE_H
#define DRAWBRIDGE_KERNELS_TABLE_H
#ifdef __cplusplus
extern "C" {
#endif

/* The C type of a host kernel; doc.go says what its arguments mean. */
typedef long (*drawbridge_kernel)(double *const *data, const long *point_stride, const long *component_stride,
                                  const double *parameters, const long *rows, long begin, long end);

struct drawbridge_entry {
    const char *name; /* null after the last one */
    drawbridge_kernel run;
};

extern const struct drawbridge_entry drawbridge_kernels_avx512[];
extern const struct drawbridge_entry drawbridge_kernels_avx2[];
extern const struct drawbridge_entry drawbridge_kernels_baseline[];
extern const struct drawbridge_entry drawbridge_kernels_neon[]; /* arm64 has this one alone */

/* Does this CPU (and its operating system) run that instruction set? */
int drawbridge_runs_avx512(void);
int drawbridge_runs_avx2(void);

/* One call under the floating-point environment of production (machine/machine.h), restored after it. */
long drawbridge_run(drawbridge_kernel run, double *const *data, const long *point_stride,
                    const long *component_stride, const double *parameters, const long *rows, long begin, long end);

#ifdef __cplusplus
}
#endif
#endif
