/* The table of a vendor: the functions of its driver that Drawbridge calls, opened at run time, in one form for all vendors. Each vendor
 * has a file (cuda.c) that gives the names of its library's functions, and adapters where their arguments are others.
 * For the C files of this folder only. */
#ifndef DRAWBRIDGE_GPU_API_H
#define DRAWBRIDGE_GPU_API_H

#include "driver.h"

typedef int result; /* 0 is success */
struct gpu;

/* result member(arguments) */
#define NEEDED(X)                                                                                                      \
    X(init, (unsigned))                                                                                                \
    X(version, (int *))                                                                                                \
    X(count, (int *))                                                                                                  \
    X(device, (int *, int ordinal))                                                                                    \
    X(name, (char *, int, int device))                                                                                 \
    X(bus, (char *, int, int device))                                                                                  \
    X(describe, (struct gpu *)) /* architecture, multiprocessors, lanes, shared memory of a block */                   \
    X(retain, (void **context, int device))                                                                            \
    X(release, (int device))                                                                                           \
    X(enter, (void *context))                                                                                          \
    X(leave, (void **context))                                                                                         \
    X(stream_create, (void **, unsigned))                                                                              \
    X(stream_destroy, (void *))                                                                                        \
    X(stream_wait, (void *))                                                                                           \
    X(event_create, (void **, unsigned))                                                                               \
    X(event_destroy, (void *))                                                                                         \
    X(event_record, (void *event, void *stream))                                                                       \
    X(event_query, (void *))                                                                                           \
    X(event_wait, (void *))                                                                                            \
    X(stream_follow, (void *stream, void *event, unsigned))                                                            \
    X(elapsed, (float *milliseconds, void *from, void *to))                                                            \
    X(device_wait, (void))                                                                                             \
    X(pointer, (void *, int attribute, uint64_t address))                                                              \
    X(memory, (size_t *, size_t *))                                                                                    \
    X(allocate, (uint64_t *, size_t))                                                                                  \
    X(allocate_shared, (uint64_t *, size_t)) /* kernels of several processes poll words of it */                       \
    X(free, (uint64_t))                                                                                                \
    X(allocate_host, (void **, size_t, unsigned))                                                                      \
    X(free_host, (void *))                                                                                             \
    X(register_host, (void *, size_t, unsigned))                                                                       \
    X(unregister_host, (void *))                                                                                       \
    X(fill, (uint64_t, unsigned char, size_t, void *stream))                                                           \
    X(copy, (uint64_t to, uint64_t from, size_t, void *stream))                                                        \
    X(copy_rows, (const struct transfer *, int to_host, void *stream))                                                 \
    X(copy_slices, (const struct transfer *, int to_host, void *stream))                                               \
    X(load, (void **module, const void *code))                                                                         \
    X(unload, (void *module))                                                                                          \
    X(function, (void **, void *module, const char *))                                                                 \
    X(global, (uint64_t *, size_t *, void *module, const char *))                                                      \
    X(set_attribute, (void *function, int, int))                                                                       \
    X(get_attribute, (int *, int, void *function))                                                                     \
    X(launch, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **)) \
    X(error_name, (result, const char **))                                                                             \
    X(error_text, (result, const char **))

/* A driver without these works, and keeps no lists in graphs. */
#define GRAPHS(X)                                                                                                      \
    X(graph_create, (void **, unsigned))                                                                               \
    X(graph_kernel, (void **node, void *, void *const *after, size_t, const struct kernel_node *))                     \
    X(graph_copy, (void **node, void *, void *const *after, size_t, const struct copy_node *))                         \
    X(graph_end, (void **ready, void *, unsigned long long))                                                           \
    X(graph_renew, (void *ready, void *node, const struct kernel_node *))                                              \
    X(graph_launch, (void *ready, void *stream))                                                                       \
    X(graph_forget, (void *ready))                                                                                     \
    X(graph_destroy, (void *))

/* Memory that processes share: a driver without these works, and halos go through the host. */
#define SHARED(X)                                                                                                      \
    X(share, (struct memory_handle *, uint64_t))                                                                       \
    X(reach, (uint64_t *, struct memory_handle, unsigned))                                                             \
    X(leave_memory, (uint64_t))

struct kernel_node {
    void *function;
    struct grid grid;
    void **arguments;
};
struct copy_node {
    uint64_t to, from;
    size_t bytes;
    void *context;
};

struct api {
#define MEMBER(name, arguments) result(*name) arguments;
    NEEDED(MEMBER)
    GRAPHS(MEMBER)
    SHARED(MEMBER)
#undef MEMBER
};

/* The functions of a compiler at run time, of the same arguments at every vendor's. */
#define COMPILER(X)                                                                                              \
    X(version, (int *, int *))                                                                                   \
    X(create, (void **, const char *, const char *, int, const char *const *, const char *const *))              \
    X(compile, (void *, int, const char *const *))                                                               \
    X(code_size, (void *, size_t *))                                                                             \
    X(code, (void *, char *))                                                                                    \
    X(log_size, (void *, size_t *))                                                                              \
    X(log, (void *, char *))                                                                                     \
    X(destroy, (void **))

struct compiler_api {
#define MEMBER(name, arguments) int(*name) arguments;
    COMPILER(MEMBER)
#undef MEMBER
};

/* The names of the functions in a vendor's libraries; null where an adapter calls none. */
struct names {
#define MEMBER(name, arguments) const char *name;
    NEEDED(MEMBER)
    GRAPHS(MEMBER)
    SHARED(MEMBER)
#undef MEMBER
};
struct compiler_names {
#define MEMBER(name, arguments) const char *name;
    COMPILER(MEMBER)
#undef MEMBER
};

enum { most_devices = 64 };

struct vendor {
    const char *who;                 /* NVIDIA */
    const char *const *drivers;      /* names of the driver's library, the best first; ends with null */
    struct names names;
    void (*adapt)(struct api *);     /* puts adapters in the place of functions that have other arguments */
    result no_device;                /* what init says where there is no GPU */
    const char *compiler;            /* NVRTC */
    const char *setting;             /* that names its folder */
    const char *const *compilers;    /* names of its library */
    const char *companions;          /* what lies beside it and is opened first, a pattern; null: nothing */
    const char *const *homes;        /* variables that name the toolkit's folder */
    const char *subfolder, *usual;   /* its libraries there, and where they are as a rule */
    struct compiler_names compiler_names;
    const char *collectives;         /* NCCL */
    const char *const *collective_libraries;

    struct api api;
    struct compiler_api rtc;
    int opened, compiler_opened, has_graphs, can_share, absent; /* absent: absent_nothing .. */
    char kept[most_devices]; /* contexts */
};
extern struct vendor *const vendors[vendor_count];

struct gpu {
    struct vendor *vendor;
    int ordinal, device, multiprocessors, lanes, shared;
    void *context, *streams[most_streams];
    void *events[most_queues][most_marks], *last[most_queues];
    char name[128], bus[32], arch[64];
};

int gpu_failed(const struct vendor *, result r, const char *call, char *text);
int gpu_enter(struct gpu *, char *text); /* makes its context the thread's current one */
void gpu_leave(struct gpu *);

/* One function of the driver. */
#define CALL(c, member, ...) gpu_failed((c)->vendor, (c)->vendor->api.member(__VA_ARGS__), (c)->vendor->names.member, text)

/* Leaves the enclosing function with 1 if a driver call fails. */
#define TRY(c, member, ...)                               \
    do {                                                  \
        if (CALL(c, member, __VA_ARGS__)) return 1;       \
    } while (0)

/* Runs one driver call inside the context. */
#define INSIDE(c, member, ...)                            \
    do {                                                  \
        if (gpu_enter(c, text)) return 1;                 \
        const int bad = CALL(c, member, __VA_ARGS__);     \
        gpu_leave(c);                                     \
        return bad;                                       \
    } while (0)

/* Of a vendor's file: the library's function is kept in its struct, and the adapter of the same name comes into the table. */
#define ADAPT(library, member) *(void **)&library.member = *(void **)&a->member, a->member = member;

/* the first of some libraries (the last name is NULL) that can be opened: where the loader finds it, or at a path or in a folder */
void *open_library(const char *path, const char *const *names);

#endif
