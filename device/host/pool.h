/* Worker threads of the host device, and the two things they do: copy boxes, run a kernel over a
 * range of points. The caller is always one of the workers, so one thread means no hop at all. */
#ifndef DRAWBRIDGE_HOST_POOL_H
#define DRAWBRIDGE_HOST_POOL_H

#include <stddef.h>
#include <stdint.h>

struct pool;

/* As device.Array, with its address and its conversion, and as device.Region; kernels/table.h has the same structures. */
struct array {
    double *at;
    long point, row, plane, component;
};
enum { most_converted = 32 };
struct conversion {
    double factor, shift;
    long single;
};
struct region {
    long points, rows, first;
    long converted; /* 0: none of the arrays is */
    struct conversion conversion[most_converted];
    long given[3]; /* as device.Program; behind what owners' libraries know (tools/port/kernelset/points.h) */
};

/* A kernel: points [begin,end); returns how many of them are flagged. region: null where no array has rows or a conversion, and
 * nothing is given. */
typedef long (*kernel_function)(const struct array *arrays, const double *parameters, const struct region *region, long begin,
                                long end);

/* As device.Box, with the address of its Memory. Strides in elements. */
struct box {
    long bytes, past; /* of an element (other than 8: strides along x are 1); past the caches where they are many */
    long single;      /* the host's elements have 4 bytes, those of the memory 8 */
    long extent[4];
    uintptr_t host; /* an address: the array belongs to the host program */
    long host_stride[4];
    uintptr_t memory;
    long offset;
    long stride[4];
    long first, rows;  /* of the rows of a copy: its own */
    long left;         /* of these: not copied yet */
};

/* A kernel over fields: items [begin,end); the block is device.Block. */
typedef void (*sweep_function)(const void *block, long begin, long end);

struct pool *pool_open(int threads); /* null: a thread could not be started */
void pool_close(struct pool *); /* after copy_close */
long pool_launch(struct pool *, void *function, const struct array *arrays, const double *parameters, const struct region *region,
                 long n);
/* The same where the last array is flag words that nobody keeps: they are added to words, which device/flags.go describes. */
void pool_count(struct pool *, void *function, const struct array *arrays, int count, const double *parameters, const struct region *region,
                long n, uint64_t *words);
void pool_attend(struct pool *, int on); /* workers stay awake between tasks that follow each other within a millisecond */

/* One copy of many boxes at a time: take room for the boxes (null: no memory) and fill it, begin, do other things or wait
 * until a box is copied, end; or all at once. */
struct box *copy_boxes(struct pool *, int count);
void copy_begin(struct pool *, int count, int to_host);
void copy_until(struct pool *, int box);
void copy_end(struct pool *);
void copy_all(struct pool *, int count, int to_host);
void copy_close(struct pool *);

/* Of n words, each a double: how many carry each bit; the first with one of the bits `wanted`, or n. */
long count_bits(const double *words, long stride, long n, uint64_t wanted, long count[64]);

void pool_sweep(struct pool *, void *function, const void *block, long items, long chunk);

/* As device.Block; chain.go does not compile where the sizes differ. */
enum { block_fields = 8, block_options = 16, block_numbers = 64 };
struct block {
    uintptr_t field[block_fields];
    int64_t row[block_fields], plane[block_fields], extent[3], first[3], option[block_options];
    double number[block_numbers];
    float single[block_numbers];
    double *cells;
};

/* As device.Link and device.Tiles. */
struct link {
    sweep_function function;
    long bytes, fields; /* of an element; how many fields there are */
    uint64_t passing, along; /* bits of fields that pass, and of those that have points along x */
    long state, state_bytes; /* the place of the field with so many bytes for each tile; 0: none */
    struct block block;
};
struct chain {
    const struct link *links;
    long count, extent[3], width, rows, depth, planes;
};
void pool_chain(struct pool *, const struct chain *);

int bound_cores(void);               /* CPUs this process may run on */
int online_cores(void);              /* CPUs of the node */
double *allocate_doubles(size_t n);  /* null: no room; 64-byte aligned, untouched pages */
void release_doubles(double *, size_t n);
double address_room(void);           /* bytes of address space left under its limit, less what the Go runtime may still need */
double available_memory(void);       /* bytes that the system, the control group and the limits could still give */

#endif
