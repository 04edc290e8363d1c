/* A fake NVIDIA driver for tests: "device" memory is host memory, a stream is a list of work that is done
 * at once or, lazily, when somebody waits for it. It proves how Drawbridge's CUDA code handles errors,
 * order and memory on a machine without a GPU. It says nothing about a GPU, and never counts as one:
 * its device is called "fake GPU of Drawbridge's tests".
 *
 * Environment, read at each call:
 *   FAKE_CUDA_FAIL     call:code[:n[:times]][;...]  the n-th call of that name since this was set and all later
 *                            ones, or so many of them, fail with code;
 *                            700 and more are sticky, as the loss of a context is; "any" counts the calls of every
 *                            name, "alloc" those that allocate
 *   FAKE_CUDA_DEVICES  how many devices there are (1)
 *   FAKE_CUDA_MEMORY   bytes of device memory (2^27)
 *   FAKE_CUDA_LAZY     1: work waits until somebody synchronizes
 *   FAKE_CUDA_SLOW     microseconds that each copy takes
 *   FAKE_CUDA_PAGEABLE  1: copies of memory that is not pinned are no mistake
 *   FAKE_CUDA_FIRST    the GPU of the node that this process sees as its first one, as CUDA_VISIBLE_DEVICES has it (0)
 *   FAKE_CUDA_IPC      0: no memory can be shared with other processes
 *   FAKE_CUDA_TRACE    file to which the name of every call is added, a line each
 *   FAKE_CUDA_NVRTC    fail: no kernel compiles */
#ifndef FAKE_H
#define FAKE_H

#include <stddef.h>
#include <stdint.h>

/* What a launch finds in a compiled kernel as fake_index. */
struct fake_dim { unsigned x, y, z; };
struct fake_index {
    struct fake_dim thread, block, block_dim, grid_dim;
    void **end; /* where a thread goes that ends itself */
};

/* One piece of work of a stream. */
struct work {
    void (*run)(struct work *);
    struct work *next;
    /* a copy: rows of width bytes, height rows a slice, depth slices */
    char *to;
    const char *from;
    size_t width, height, depth, to_pitch, from_pitch, to_slice, from_slice;
    /* a launch */
    void *function;
    struct fake_index *index, shape;
    void (**wait)(int); /* of a kernel whose threads wait for each other; null: they do not */
    int lanes;          /* of a warp */
    void *arguments;
    /* an event that is stamped, or waited for */
    struct event *event;
    /* work of another library, which is over when ready says so: what comes after it in its stream waits. A run does not wait for it */
    int (*ready)(void *);
    void *of;
};

#include "../../../../kernels/stencils/sweep.h"
struct sweep_bytes { struct sweep of; };
void run_fibers(struct work *, void (**wait)(int));

/* CUDA_MEMCPY2D_v2 and CUDA_MEMCPY3D_v2 */
struct copy_2d {
    size_t from_x, from_y;
    int from_kind;
    const char *from_host;
    uint64_t from_device;
    void *from_array;
    size_t from_pitch, to_x, to_y;
    int to_kind;
    char *to_host;
    uint64_t to_device;
    void *to_array;
    size_t to_pitch, width, height;
};
struct copy_3d {
    size_t from_x, from_y, from_z, from_lod;
    int from_kind;
    const char *from_host;
    uint64_t from_device;
    void *from_array, *from_reserved;
    size_t from_pitch, from_height, to_x, to_y, to_z, to_lod;
    int to_kind;
    char *to_host;
    uint64_t to_device;
    void *to_array, *to_reserved;
    size_t to_pitch, to_height, width, height, depth;
};

struct stream { struct work *first, **last; };

struct event {
    double stamp;
    struct stream *stream; /* where it was recorded */
    int records, done;     /* it is pending while these differ */
};
void event_finish(struct event *);
int event_over(struct event *); /* without a wait */
void run_wait(struct work *);


struct stream *stream_create(void);
void stream_put(struct stream *, struct work); /* work is copied */
void stream_finish(struct stream *);
void stream_finish_all(void);
void stream_discard_all(void);
void stream_destroy(struct stream *);
void run_copy(struct work *);
void run_kernel(struct work *);
void run_event(struct work *);
double fake_clock(void); /* milliseconds */
long fake_number(const char *variable, long otherwise);

#endif
