/* What a kernel over fields is given; device.Block is the same structure in Go. A field's address is
 * that of its interior point (1,1,1), strides are in elements. NVRTC reads this too. */
#ifndef DRAWBRIDGE_STENCILS_SWEEP_H
#define DRAWBRIDGE_STENCILS_SWEEP_H

enum { most_fields = 8, most_options = 16, most_numbers = 64 };

struct sweep {
    void *field[most_fields];
    long row[most_fields], plane[most_fields];
    long extent[3]; /* points along x, y, z */
    long first[3];  /* where the point (0,0,0) is in the global grid, counted from 1 */
    long option[most_options];
    double number[most_numbers]; /* coefficients */
    float single[most_numbers];  /* the same in single precision */
    double *cells;               /* numbers that a GPU computes */
};

/* Places of options: the first ones are the operator's own (each says which), these are the loop's. */
enum { option_width = 13, option_tile = 14, option_planes = 15 }; /* points (0: all) and rows of a tile, planes of an item, on the host */
/* Between two levels of a multigrid, from these places on along x, y, z: fine cells, coarse cells, and the place, from 0, of point
 * (0,0,0) of the field that is read. */
enum { option_fine = 0, option_coarse = 3, option_from = 6 };

/* A state of exact.h: what a reduction has added up so far. Limbs, whether NaN, +infinity and -infinity were seen, the extreme. */
enum { limbs = 66, place_nan = limbs, place_high, place_low, place_most, state_places };

#endif
