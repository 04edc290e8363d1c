/* The table of one instruction set: what set/host.go looks a kernel up in. */
#ifndef DRAWBRIDGE_KERNELS_TABLE_H
#define DRAWBRIDGE_KERNELS_TABLE_H
#ifdef __cplusplus
extern "C" {
#endif

/* One array of a launch, as device.Array: strides in elements from point to point along x, from row to row, from plane to
 * plane, from component to component. Row 0: the points of the launch follow each other. */
struct drawbridge_array {
    double *at; /* component 0 of point (0,0,0); null: absent */
    long point, row, plane, component;
};
/* How the numbers of an array are not those of the kernel. */
struct drawbridge_conversion {
    double factor, shift; /* the kernel's x is factor*x + shift of an input, an output's is that of the kernel's; factor 0: as it is */
    long single;          /* elements of 4 bytes */
};
/* The points of a launch, as device.Region: of a box of so many points a row and rows a plane, from its point `first` on. */
struct drawbridge_region {
    long points, rows, first;
    long converted; /* 0: all arrays are as they are */
    struct drawbridge_conversion conversion[32]; /* of each array; owners' libraries know the structure up to here (tools/port/kernelset/points.h) */
    long state, composition, closing; /* device.Program.Given: numbers of the input list (inputs.h); all 0: what the kernel reads */
};

/* The C type of a host kernel; doc.go says what its arguments mean. */
typedef long (*drawbridge_kernel)(const struct drawbridge_array *arrays, const double *parameters,
                                  const struct drawbridge_region *region, long begin, long end);

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
long drawbridge_run(drawbridge_kernel run, const struct drawbridge_array *arrays, const double *parameters,
                    const struct drawbridge_region *region, long begin, long end);

#ifdef __cplusplus
}
#endif
#endif
