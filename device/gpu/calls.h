/* The functions of CUDA's driver that we use, one line each, and how they are called. For the C files
 * of this folder only. */
#ifndef DRAWBRIDGE_GPU_CALLS_H
#define DRAWBRIDGE_GPU_CALLS_H

#include "driver.h"

typedef int result; /* CUresult: 0 is success */
struct copy_2d;
struct copy_3d;
struct kernel_node;

/* result name(arguments), by the versioned names */
#define DRIVER(X)                                                                                                      \
    X(cuInit, (unsigned))                                                                                              \
    X(cuDriverGetVersion, (int *))                                                                                     \
    X(cuDeviceGetCount, (int *))                                                                                       \
    X(cuDeviceGet, (int *, int))                                                                                       \
    X(cuDeviceGetName, (char *, int, int))                                                                             \
    X(cuDeviceGetPCIBusId, (char *, int, int))                                                                         \
    X(cuDeviceGetAttribute, (int *, int, int))                                                                         \
    X(cuDevicePrimaryCtxRetain, (void **, int))                                                                        \
    X(cuDevicePrimaryCtxRelease_v2, (int))                                                                             \
    X(cuCtxPushCurrent_v2, (void *))                                                                                   \
    X(cuCtxPopCurrent_v2, (void **))                                                                                   \
    X(cuStreamCreate, (void **, unsigned))                                                                             \
    X(cuStreamDestroy_v2, (void *))                                                                                    \
    X(cuStreamSynchronize, (void *))                                                                                   \
    X(cuEventCreate, (void **, unsigned))                                                                              \
    X(cuEventDestroy_v2, (void *))                                                                                     \
    X(cuEventRecord, (void *, void *))                                                                                 \
    X(cuEventQuery, (void *))                                                                                         \
    X(cuEventSynchronize, (void *))                                                                                    \
    X(cuStreamWaitEvent, (void *, void *, unsigned))                                                                   \
    X(cuEventElapsedTime, (float *, void *, void *))                                                                   \
    X(cuCtxSynchronize, (void))                                                                                        \
    X(cuPointerGetAttribute, (void *, int, uint64_t))                                                                  \
    X(cuMemGetInfo_v2, (size_t *, size_t *))                                                                           \
    X(cuMemAlloc_v2, (uint64_t *, size_t))                                                                             \
    X(cuMemFree_v2, (uint64_t))                                                                                        \
    X(cuMemHostAlloc, (void **, size_t, unsigned))                                                                     \
    X(cuMemFreeHost, (void *))                                                                                         \
    X(cuMemHostRegister_v2, (void *, size_t, unsigned))                                                                \
    X(cuMemHostUnregister, (void *))                                                                                   \
    X(cuMemsetD8Async, (uint64_t, unsigned char, size_t, void *))                                                      \
    X(cuMemcpyAsync, (uint64_t, uint64_t, size_t, void *))                                                             \
    X(cuMemcpy2DAsync_v2, (const struct copy_2d *, void *))                                                            \
    X(cuMemcpy3DAsync_v2, (const struct copy_3d *, void *))                                                            \
    X(cuModuleLoadData, (void **, const void *))                                                                       \
    X(cuModuleUnload, (void *))                                                                                        \
    X(cuModuleGetFunction, (void **, void *, const char *))                                                            \
    X(cuModuleGetGlobal_v2, (uint64_t *, size_t *, void *, const char *))                                              \
    X(cuFuncSetAttribute, (void *, int, int))                                                                          \
    X(cuFuncGetAttribute, (int *, int, void *))                                                                        \
    X(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,  \
                       void **))                                                                                       \
    X(cuGetErrorName, (result, const char **))                                                                         \
    X(cuGetErrorString, (result, const char **))

/* Of CUDA 11.4: a driver without them works, and records nothing. */
#define GRAPHS(X)                                                                                                      \
    X(cuGraphCreate, (void **, unsigned))                                                                              \
    X(cuGraphAddKernelNode, (void **, void *, void *const *, size_t, const struct kernel_node *))                      \
    X(cuGraphAddMemcpyNode, (void **, void *, void *const *, size_t, const struct copy_3d *, void *))                  \
    X(cuGraphInstantiateWithFlags, (void **, void *, unsigned long long))                                              \
    X(cuGraphExecKernelNodeSetParams, (void *, void *, const struct kernel_node *))                                    \
    X(cuGraphLaunch, (void *, void *))                                                                                 \
    X(cuGraphExecDestroy, (void *))                                                                                    \
    X(cuGraphDestroy, (void *))

/* Memory that processes share: a driver without these works, and halos go through the host. */
#define SHARED(X)                                                                                                      \
    X(cuIpcGetMemHandle, (struct memory_handle *, uint64_t))                                                           \
    X(cuIpcOpenMemHandle_v2, (uint64_t *, struct memory_handle, unsigned))                                             \
    X(cuIpcCloseMemHandle, (uint64_t))

struct driver {
#define MEMBER(name, arguments) result(*name) arguments;
    DRIVER(MEMBER)
    GRAPHS(MEMBER)
    SHARED(MEMBER)
#undef MEMBER
};
extern struct driver gpu_driver;

struct gpu {
    int ordinal, device, arch, multiprocessors;
    void *context, *streams[most_streams];
    void *events[most_queues][most_marks], *last[most_queues];
    char name[128], bus[32];
};

int gpu_failed(result r, const char *call, char *text);
int gpu_enter(struct gpu *, char *text); /* pushes the context */
void gpu_leave(void);

/* Leaves the enclosing function with 1 if a driver call fails. */
#define TRY(call)                                                    \
    do {                                                             \
        if (gpu_failed(gpu_driver.call, #call, text)) return 1;    \
    } while (0)

/* Runs one driver call inside the context. */
#define INSIDE(c, call)                                              \
    do {                                                             \
        if (gpu_enter(c, text)) return 1;                           \
        int bad = gpu_failed(gpu_driver.call, #call, text);        \
        gpu_leave();                                                \
        return bad;                                                  \
    } while (0)

/* the first of some libraries (the last name is NULL) that can be opened: where the loader finds it, or at a path or in a folder */
void *open_library(const char *path, const char *const *names);

#endif
