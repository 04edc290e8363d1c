/* GPUs for Go: what api.h has of a vendor's driver, compiler and collectives, opened at run time. Nothing of a vendor is linked. */
#ifndef DRAWBRIDGE_GPU_DRIVER_H
#define DRAWBRIDGE_GPU_DRIVER_H

#include <stddef.h>
#include <stdint.h>

enum { most_views = 32, text_size = 1024, most_queues = 4, most_marks = 256 };

/* What a kernel is launched with; kernels/loop_cuda.h has the same structure. */
struct launch {
    double *data[most_views];
    long point[most_views], row[most_views], plane[most_views], component[most_views];
    const double *parameters;
    long n, extent[2]; /* points in all; of a row, rows of a plane, where arrays have rows */
    unsigned long long *flags; /* words of device/flags.go */
    double factor[most_views], shift[most_views]; /* of arrays in another unit than the kernel's */
};

/* What a kernel that checks its accesses is told of its views, and what it found; kernels/bounds.h has the same. */
struct bounds {
    struct bounds_view {
        unsigned long long begin;
        long bytes, stride[4], count[4];
    } view[most_views];
    unsigned long long outside;
    long number, stored, at[4];
};

/* Blocks of a launch in x, y, z; threads of a block; bytes of its dynamic shared memory. */
struct grid {
    unsigned x, y, z, threads, shared;
};

/* The vendors, by their place in the table. */
enum { vendor_cuda, vendor_hip, vendor_count };

/* Opens the vendor's driver: the loader's, or what path names, a file or a folder. 0, or 1 with the reason in text. */
int gpu_open(int vendor, const char *path, char *text);
int gpu_device_count(int vendor);
int gpu_absent(int vendor); /* after gpu_open and gpu_device_count */
/* Nothing is absent; no driver is installed, or it has no device; the path that was named has no driver of this vendor. */
enum { absent_nothing, absent_device, absent_named };
int gpu_driver_version(int vendor);

struct gpu; /* one opened GPU: its context retained, a stream and events per queue */
struct gpu *gpu_device_open(int vendor, int ordinal, char *text);
void gpu_device_close(struct gpu *); /* the context is kept for the next one */
void gpu_forget(int vendor, int ordinal); /* nor is it kept any longer */
const char *gpu_device_name(const struct gpu *);
const char *gpu_device_bus(const struct gpu *); /* "0000:3b:00.0": the same for every process of the node */
const char *gpu_device_arch(const struct gpu *); /* "sm_90" */
int gpu_multiprocessors(const struct gpu *);
int gpu_lanes(const struct gpu *); /* threads that run in step: of a warp, of a wave */
int gpu_shared(const struct gpu *); /* bytes of shared memory that a block may take */

/* All below enter the context and leave it at exit; 0, or 1 with the failing call in text. */
int gpu_memory(struct gpu *, size_t *free_bytes, size_t *total_bytes, char *text);
int gpu_allocate(struct gpu *, size_t bytes, uint64_t *address, char *text);
int gpu_release(struct gpu *, uint64_t address, char *text);
int gpu_pinned(struct gpu *, size_t bytes, void **address, char *text);
int gpu_release_pinned(struct gpu *, void *address, char *text);
int gpu_register(struct gpu *, uintptr_t host, size_t bytes, char *text);
int gpu_unregister(struct gpu *, uintptr_t host, char *text);

/* A copy between pinned host memory and the device: rows of `width` bytes, `height` rows a slice, `depth`
 * slices; pitches in bytes from row to row, rows in pitches from slice to slice. */
struct transfer {
    uint64_t device;
    uintptr_t host;
    size_t width, height, depth, device_pitch, device_rows, host_pitch, host_rows;
};
/* Streams: 0 for calls that wait; copies in, kernels and copies out of the stripes of a plan have one each, so
 * that stripes of different queues follow each other in each. */
enum { stream_calls, stream_in, stream_kernels, stream_out, most_streams };

/* Starts copies in the order of a stream. */
int gpu_copy(struct gpu *, int stream, int to_host, const struct transfer *, int count, char *text);
int gpu_copy_between(struct gpu *, int stream, uint64_t to, uint64_t from, size_t bytes, char *text);
int gpu_fill(struct gpu *, int stream, uint64_t address, unsigned char value, size_t bytes, char *text);
int gpu_wait(struct gpu *, int stream, char *text);

/* Memory of one process in another one of the same node: the handle by which others open it, and what they open. */
struct memory_handle {
    char bytes[64];
};
int gpu_can_share(int vendor); /* after gpu_open: the driver can */
int gpu_allocate_shared(struct gpu *, size_t bytes, uint64_t *address, char *text);
int gpu_share(struct gpu *, uint64_t address, struct memory_handle *, char *text);
int gpu_reach(struct gpu *, const struct memory_handle *, uint64_t *address, char *text);
int gpu_leave_memory(struct gpu *, uint64_t address, char *text); /* what gpu_reach gave */

/* What a queue starts in stream `to` from now on comes after what it has in `from`. */
int gpu_follow(struct gpu *, int queue, int from, int to, char *text);
/* The queue ends here, with what it has in `from` so far; wait for that. */
int gpu_seal(struct gpu *, int queue, int from, char *text);
int gpu_wait_queue(struct gpu *, int queue, char *text);

/* An address of the caller's. kind: 0 the driver does not know it, 1 memory of the host, 2 of a GPU, with its number. */
struct foreign {
    int kind, ordinal;
    uint64_t begin; /* of the allocation it lies in */
    size_t bytes;
};
int gpu_foreign(struct gpu *, uint64_t address, struct foreign *, char *text);
/* What starts from now on comes after what the caller has in a stream of its own; null: in all streams. */
int gpu_after(struct gpu *, void *stream, char *text);

/* Marks are events: made once, recorded into a queue, read after a wait. */
int gpu_mark(struct gpu *, int queue, int mark, int stream, char *text);
int gpu_elapsed(struct gpu *, int queue, int from, int to, float *milliseconds, char *text);

/* A loaded kernel. constants: where the symbol drawbridge_constants of its module lies, null where it has none. */
struct kernel {
    void *module, *function;
    uint64_t constants;
    size_t constant_bytes;
    uint64_t bounds; /* where drawbridge_bounds lies; null where accesses are not checked */
    int registers, local; /* per thread; bytes of local memory */
};
/* constants and bounds of the kernel say on entry, by not being 0, that the code has them.
 * shared: bytes of dynamic shared memory that launches will ask for */
int gpu_load(struct gpu *, const void *code, const char *name, unsigned shared, struct kernel *, char *text);
int gpu_unload(struct gpu *, void *module, char *text);
int gpu_launch(struct gpu *, int stream, void *kernel, const struct launch *, struct grid, char *text);
int gpu_sweep(struct gpu *, int stream, void *kernel, const void *block, struct grid, char *text);

/* A graph: launches and copies that come one after the other, started by one call. A node is one of the launches. */
struct graph {
    void *graph, *ready, *last; /* in the making; to start; the last node */
};
int gpu_has_graphs(int vendor); /* after gpu_open: the driver can record */
int gpu_graph_begin(struct gpu *, struct graph *, char *text);
int gpu_graph_sweep(struct gpu *, struct graph *, void *kernel, const void *block, struct grid, void **node, char *text);
int gpu_graph_copy(struct gpu *, struct graph *, uint64_t to, uint64_t from, size_t bytes, char *text);
int gpu_graph_end(struct gpu *, struct graph *, char *text);
int gpu_graph_renew(struct gpu *, struct graph *, void *node, void *kernel, const void *block, struct grid, char *text);
int gpu_graph_start(struct gpu *, const struct graph *, int stream, char *text);
void gpu_graph_destroy(struct gpu *, struct graph *);

/* The compiler of texts: opens it (folder may be null), compiles; code and log are malloc'ed. */
int rtc_open(int vendor, const char *folder, char *text);
int rtc_version(int vendor); /* 1000 major + 10 minor */
int rtc_compile(int vendor, const char *name, const char *source, int headers, const char **header_texts, const char **header_names,
                int options, const char **option_texts, void **code, size_t *size, char **log, char *text);

/* Messages between GPUs of several processes: NCCL 2.14 and later, and RCCL, which has its functions. A communicator here is one whose
 * calls do not block. */
enum { nccl_over, nccl_failed, nccl_under_way };

/* What the ranks of a communicator find each other by. */
struct nccl_id {
    char bytes[128];
};

/* Bytes of device memory that go to a rank, or come from it. */
struct parcel {
    uint64_t address;
    size_t bytes;
    int peer, sends;
};

/* 0, or 1 with the reason in text. path: a file, a folder, or null for the loader's. *version: 22105 is 2.21.5. */
int nccl_open(int vendor, const char *path, int *version, char *text);
int nccl_identify(struct gpu *, struct nccl_id *, char *text);

/* Each gives nccl_over, nccl_failed with the reason in text, or nccl_under_way: then nccl_look tells how it ends. */
int nccl_join(struct gpu *, const struct nccl_id *, int ranks, int rank, void **communicator, char *text);
int nccl_exchange(struct gpu *, void *communicator, int stream, const struct parcel *, int count, char *text);
int nccl_look(struct gpu *, void *communicator, char *text);
void nccl_abort(struct gpu *, void *communicator);

/* Events: where the device is. gpu_event_passed gives nccl_over, nccl_failed or nccl_under_way. */
int gpu_event_make(struct gpu *, void **event, char *text);
int gpu_event_record(struct gpu *, void *event, int stream, char *text);
int gpu_event_passed(struct gpu *, void *event, char *text);
void gpu_event_end(struct gpu *, void *event);

/* During another library's call the context is the thread's current one. */
int gpu_current(struct gpu *, char *text);
void gpu_no_more_current(struct gpu *);

#endif
