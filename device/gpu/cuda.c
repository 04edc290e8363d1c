/* NVIDIA: libcuda of CUDA 12 and 13 by its versioned names, NVRTC and NCCL. */
#include "api.h"

#include <stdio.h>

/* CUDA_MEMCPY2D_v2 */
struct copy_2d {
    size_t source_x, source_y;
    int source_kind; /* 1 host, 2 device */
    const void *source_host;
    uint64_t source_device;
    void *source_array;
    size_t source_pitch, to_x, to_y;
    int to_kind;
    void *to_host;
    uint64_t to_device;
    void *to_array;
    size_t to_pitch, width, height;
};

/* CUDA_MEMCPY3D_v2 */
struct copy_3d {
    size_t source_x, source_y, source_z, source_level;
    int source_kind;
    const void *source_host;
    uint64_t source_device;
    void *source_array, *source_reserved;
    size_t source_pitch, source_height, to_x, to_y, to_z, to_level;
    int to_kind;
    void *to_host;
    uint64_t to_device;
    void *to_array, *to_reserved;
    size_t to_pitch, to_height, width, height, depth;
};

struct launch_node { /* CUDA_KERNEL_NODE_PARAMS of CUDA 11: cuGraphAddKernelNode */
    void *function;
    unsigned grid[3], block[3], shared;
    void **arguments, **extra;
};

/* Functions of the library that have other arguments than those of the table. */
static struct {
    result (*describe)(int *, int attribute, int device);
    result (*copy_rows)(const struct copy_2d *, void *);
    result (*copy_slices)(const struct copy_3d *, void *);
    result (*graph_kernel)(void **, void *, void *const *, size_t, const struct launch_node *);
    result (*graph_renew)(void *, void *, const struct launch_node *);
    result (*graph_copy)(void **, void *, void *const *, size_t, const struct copy_3d *, void *);
} cuda;

enum { on_host = 1, on_device = 2 };

static result copy_rows(const struct transfer *t, int to_host, void *stream)
{
    const struct copy_2d in = {.source_kind = on_host, .source_host = (void *)t->host, .source_pitch = t->host_pitch,
                               .to_kind = on_device, .to_device = t->device, .to_pitch = t->device_pitch,
                               .width = t->width, .height = t->height};
    const struct copy_2d out = {.source_kind = on_device, .source_device = t->device, .source_pitch = t->device_pitch,
                                .to_kind = on_host, .to_host = (void *)t->host, .to_pitch = t->host_pitch,
                                .width = t->width, .height = t->height};
    return cuda.copy_rows(to_host ? &out : &in, stream);
}

static result copy_slices(const struct transfer *t, int to_host, void *stream)
{
    const struct copy_3d in = {.source_kind = on_host, .source_host = (void *)t->host, .source_pitch = t->host_pitch,
                               .source_height = t->host_rows, .to_kind = on_device, .to_device = t->device,
                               .to_pitch = t->device_pitch, .to_height = t->device_rows,
                               .width = t->width, .height = t->height, .depth = t->depth};
    const struct copy_3d out = {.source_kind = on_device, .source_device = t->device, .source_pitch = t->device_pitch,
                                .source_height = t->device_rows, .to_kind = on_host, .to_host = (void *)t->host,
                                .to_pitch = t->host_pitch, .to_height = t->host_rows,
                                .width = t->width, .height = t->height, .depth = t->depth};
    return cuda.copy_slices(to_host ? &out : &in, stream);
}

static struct launch_node launch_of(const struct kernel_node *k)
{
    return (struct launch_node){k->function, {k->grid.x, k->grid.y, k->grid.z}, {k->grid.threads, 1, 1}, k->grid.shared, k->arguments, 0};
}

static result graph_kernel(void **node, void *graph, void *const *after, size_t n, const struct kernel_node *k)
{
    const struct launch_node p = launch_of(k);
    return cuda.graph_kernel(node, graph, after, n, &p);
}

static result graph_renew(void *ready, void *node, const struct kernel_node *k)
{
    const struct launch_node p = launch_of(k);
    return cuda.graph_renew(ready, node, &p);
}

static result graph_copy(void **node, void *graph, void *const *after, size_t n, const struct copy_node *k)
{
    const struct copy_3d p = {.source_kind = on_device, .source_device = k->from, .to_kind = on_device, .to_device = k->to, .width = k->bytes, .height = 1, .depth = 1};
    return cuda.graph_copy(node, graph, after, n, &p, k->context);
}

static result describe(struct gpu *c)
{
    enum { count = 16, major = 75, minor = 76 }; /* CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, _COMPUTE_CAPABILITY_* */
    int high = 0, low = 0;
    result r = cuda.describe(&high, major, c->device);
    if (!r) r = cuda.describe(&low, minor, c->device);
    if (!r) r = cuda.describe(&c->multiprocessors, count, c->device);
    snprintf(c->arch, sizeof c->arch, "sm_%d", 10 * high + low);
    c->lanes = 32, c->shared = 227 << 10; /* of the largest; smaller GPUs refuse some variants */
    return r;
}

static void adapt(struct api *a)
{
    ADAPT(cuda, describe)
    ADAPT(cuda, copy_rows)
    ADAPT(cuda, copy_slices)
    ADAPT(cuda, graph_kernel)
    ADAPT(cuda, graph_renew)
    ADAPT(cuda, graph_copy)
}

static const char *const drivers[] = {"libcuda.so.1", "libcuda.so", 0}, *const compilers[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so", 0},
                  *const collectives[] = {"libnccl.so.2", "libnccl.so", 0}, *const homes[] = {"CUDA_HOME", "CUDA_PATH", 0};

struct vendor cuda_vendor = {
    .who = "NVIDIA", .drivers = drivers, .adapt = adapt, .no_device = 100 /* CUDA_ERROR_NO_DEVICE */,
    .names = {.init = "cuInit", .version = "cuDriverGetVersion", .count = "cuDeviceGetCount", .device = "cuDeviceGet", .name = "cuDeviceGetName",
        .bus = "cuDeviceGetPCIBusId", .describe = "cuDeviceGetAttribute", .retain = "cuDevicePrimaryCtxRetain", .release = "cuDevicePrimaryCtxRelease_v2",
        .enter = "cuCtxPushCurrent_v2", .leave = "cuCtxPopCurrent_v2", .stream_create = "cuStreamCreate", .stream_destroy = "cuStreamDestroy_v2",
        .stream_wait = "cuStreamSynchronize", .event_create = "cuEventCreate", .event_destroy = "cuEventDestroy_v2", .event_record = "cuEventRecord",
        .event_query = "cuEventQuery", .event_wait = "cuEventSynchronize", .stream_follow = "cuStreamWaitEvent", .elapsed = "cuEventElapsedTime",
        .device_wait = "cuCtxSynchronize", .pointer = "cuPointerGetAttribute", .memory = "cuMemGetInfo_v2", .allocate = "cuMemAlloc_v2",
        .allocate_shared = "cuMemAlloc_v2", .free = "cuMemFree_v2", .allocate_host = "cuMemHostAlloc", .free_host = "cuMemFreeHost",
        .register_host = "cuMemHostRegister_v2", .unregister_host = "cuMemHostUnregister", .fill = "cuMemsetD8Async", .copy = "cuMemcpyAsync",
        .copy_rows = "cuMemcpy2DAsync_v2", .copy_slices = "cuMemcpy3DAsync_v2", .load = "cuModuleLoadData", .unload = "cuModuleUnload",
        .function = "cuModuleGetFunction", .global = "cuModuleGetGlobal_v2", .set_attribute = "cuFuncSetAttribute", .get_attribute = "cuFuncGetAttribute",
        .launch = "cuLaunchKernel", .error_name = "cuGetErrorName", .error_text = "cuGetErrorString",
        .graph_create = "cuGraphCreate", .graph_kernel = "cuGraphAddKernelNode", .graph_copy = "cuGraphAddMemcpyNode", .graph_end = "cuGraphInstantiateWithFlags",
        .graph_renew = "cuGraphExecKernelNodeSetParams", .graph_launch = "cuGraphLaunch", .graph_forget = "cuGraphExecDestroy", .graph_destroy = "cuGraphDestroy",
        .share = "cuIpcGetMemHandle", .reach = "cuIpcOpenMemHandle_v2", .leave_memory = "cuIpcCloseMemHandle"},
    .compiler = "NVRTC", .setting = "DRAWBRIDGE_CUDA", .compilers = compilers, .companions = "libnvrtc-builtins.so.*", .homes = homes, .subfolder = "lib64",
    .usual = "/usr/local/cuda/lib64",
    .compiler_names = {.version = "nvrtcVersion", .create = "nvrtcCreateProgram", .compile = "nvrtcCompileProgram", .code_size = "nvrtcGetCUBINSize",
        .code = "nvrtcGetCUBIN", .log_size = "nvrtcGetProgramLogSize", .log = "nvrtcGetProgramLog", .destroy = "nvrtcDestroyProgram"},
    .collectives = "NCCL", .collective_libraries = collectives,
};
