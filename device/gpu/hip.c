/* AMD: libamdhip64 of ROCm 6, hipRTC and RCCL. What bites: the current device is the thread's, not a context; copies have a kind; the
 * architecture is a name; memory whose words kernels of several processes poll must be fine-grained. */
#include "api.h"

#include <stdio.h>
#include <string.h>

enum { any_kind = 4 /* hipMemcpyDefault */, fine_grained = 1, most_deep = 16 };

struct pitched { /* hipPitchedPtr */
    void *at;
    size_t pitch, width, height;
};
struct copy_3d { /* hipMemcpy3DParms */
    void *source_array;
    size_t source_position[3];
    struct pitched source;
    void *to_array;
    size_t to_position[3];
    struct pitched to;
    size_t extent[3];
    int kind;
};
struct launch_node { /* hipKernelNodeParams */
    unsigned block[3];
    void **extra, *function;
    unsigned grid[3];
    void **arguments;
    unsigned shared;
};
struct properties { /* hipDeviceProp_tR0600 */
    char start[296];
    size_t shared;
    char registers[4];
    int lanes;
    char more[76];
    int multiprocessors;
    char rest[768];
    char arch[256], end[56];
};

/* Functions of the library that have other arguments than those of the table. */
static struct {
    result (*describe)(struct properties *, int device);
    result (*enter)(int device);
    result (*leave)(int *device);
    result (*allocate_shared)(void **, size_t, unsigned);
    result (*copy)(uint64_t, uint64_t, size_t, int kind, void *stream);
    result (*copy_rows)(uint64_t, size_t, uint64_t, size_t, size_t width, size_t height, int kind, void *stream);
    result (*copy_slices)(const struct copy_3d *, void *);
    result (*graph_kernel)(void **, void *, void *const *, size_t, const struct launch_node *);
    result (*graph_renew)(void *, void *, const struct launch_node *);
    result (*graph_copy)(void **, void *, void *const *, size_t, uint64_t, uint64_t, size_t, int kind);
} hip;

static result describe(struct gpu *c)
{
    struct properties p;
    memset(&p, 0, sizeof p);
    const result r = hip.describe(&p, c->device);
    snprintf(c->arch, sizeof c->arch, "%.*s", (int)strcspn(p.arch, ":"), p.arch); /* gfx90a:sramecc+:xnack- */
    c->lanes = p.lanes, c->shared = (int)p.shared, c->multiprocessors = p.multiprocessors;
    return r;
}

/* A device has one context, which is there as long as the process. */
static result retain(void **context, int device) { return *context = (void *)(intptr_t)(device + 1), 0; }
static result release(int device) { return (void)device, 0; }
static _Thread_local int before[most_deep], deep; /* devices that were current */

static result enter(void *context)
{
    result r = hip.leave(&before[deep % most_deep]);
    if (!r) r = hip.enter((int)(intptr_t)context - 1);
    deep += !r;
    return r;
}

static result leave(void **context) { return *context = 0, hip.enter(before[--deep % most_deep]); }

static result allocate_shared(uint64_t *address, size_t bytes) { return hip.allocate_shared((void **)address, bytes, fine_grained); }
static result set_attribute(void *function, int attribute, int value) { return (void)function, (void)attribute, (void)value, 0; } /* a block has all of it */
static result copy(uint64_t to, uint64_t from, size_t bytes, void *stream) { return hip.copy(to, from, bytes, any_kind, stream); }

static result copy_rows(const struct transfer *t, int to_host, void *stream)
{
    if (to_host) return hip.copy_rows(t->host, t->host_pitch, t->device, t->device_pitch, t->width, t->height, any_kind, stream);
    return hip.copy_rows(t->device, t->device_pitch, t->host, t->host_pitch, t->width, t->height, any_kind, stream);
}

static result copy_slices(const struct transfer *t, int to_host, void *stream)
{
    const struct pitched host = {(void *)t->host, t->host_pitch, t->width, t->host_rows},
                         device = {(void *)(uintptr_t)t->device, t->device_pitch, t->width, t->device_rows};
    const struct copy_3d p = {.source = to_host ? device : host, .to = to_host ? host : device, .extent = {t->width, t->height, t->depth}, .kind = any_kind};
    return hip.copy_slices(&p, stream);
}

static struct launch_node launch_of(const struct kernel_node *k)
{
    return (struct launch_node){.block = {k->grid.threads, 1, 1}, .function = k->function, .grid = {k->grid.x, k->grid.y, k->grid.z},
                                .arguments = k->arguments, .shared = k->grid.shared};
}

static result graph_kernel(void **node, void *graph, void *const *after, size_t n, const struct kernel_node *k)
{
    const struct launch_node p = launch_of(k);
    return hip.graph_kernel(node, graph, after, n, &p);
}

static result graph_renew(void *ready, void *node, const struct kernel_node *k)
{
    const struct launch_node p = launch_of(k);
    return hip.graph_renew(ready, node, &p);
}

static result graph_copy(void **node, void *graph, void *const *after, size_t n, const struct copy_node *k)
{
    return hip.graph_copy(node, graph, after, n, k->to, k->from, k->bytes, any_kind);
}

static void adapt(struct api *a)
{
    a->retain = retain, a->release = release, a->set_attribute = set_attribute;
    ADAPT(hip, describe)
    ADAPT(hip, enter)
    ADAPT(hip, leave)
    ADAPT(hip, allocate_shared)
    ADAPT(hip, copy)
    ADAPT(hip, copy_rows)
    ADAPT(hip, copy_slices)
    ADAPT(hip, graph_kernel)
    ADAPT(hip, graph_renew)
    ADAPT(hip, graph_copy)
}

static const char *const drivers[] = {"libamdhip64.so.6", "libamdhip64.so", 0}, *const compilers[] = {"libhiprtc.so.6", "libhiprtc.so", 0},
                  *const collectives[] = {"librccl.so.1", "librccl.so", 0}, *const homes[] = {"ROCM_PATH", "HIP_PATH", 0};

struct vendor hip_vendor = {
    .who = "AMD", .drivers = drivers, .adapt = adapt, .no_device = 100 /* hipErrorNoDevice */,
    .names = {.init = "hipInit", .version = "hipDriverGetVersion", .count = "hipGetDeviceCount", .device = "hipDeviceGet", .name = "hipDeviceGetName",
        .bus = "hipDeviceGetPCIBusId", .describe = "hipGetDevicePropertiesR0600", .enter = "hipSetDevice", .leave = "hipGetDevice",
        .stream_create = "hipStreamCreateWithFlags", .stream_destroy = "hipStreamDestroy", .stream_wait = "hipStreamSynchronize",
        .event_create = "hipEventCreateWithFlags", .event_destroy = "hipEventDestroy", .event_record = "hipEventRecord", .event_query = "hipEventQuery",
        .event_wait = "hipEventSynchronize", .stream_follow = "hipStreamWaitEvent", .elapsed = "hipEventElapsedTime", .device_wait = "hipDeviceSynchronize",
        .pointer = "hipPointerGetAttribute", .memory = "hipMemGetInfo", .allocate = "hipMalloc", .allocate_shared = "hipExtMallocWithFlags", .free = "hipFree",
        .allocate_host = "hipHostMalloc", .free_host = "hipHostFree", .register_host = "hipHostRegister", .unregister_host = "hipHostUnregister",
        .fill = "hipMemsetD8Async", .copy = "hipMemcpyAsync", .copy_rows = "hipMemcpy2DAsync", .copy_slices = "hipMemcpy3DAsync", .load = "hipModuleLoadData",
        .unload = "hipModuleUnload", .function = "hipModuleGetFunction", .global = "hipModuleGetGlobal", .get_attribute = "hipFuncGetAttribute",
        .launch = "hipModuleLaunchKernel", .error_name = "hipDrvGetErrorName", .error_text = "hipDrvGetErrorString", .graph_create = "hipGraphCreate",
        .graph_kernel = "hipGraphAddKernelNode", .graph_copy = "hipGraphAddMemcpyNode1D", .graph_end = "hipGraphInstantiateWithFlags",
        .graph_renew = "hipGraphExecKernelNodeSetParams", .graph_launch = "hipGraphLaunch", .graph_forget = "hipGraphExecDestroy", .graph_destroy = "hipGraphDestroy",
        .share = "hipIpcGetMemHandle", .reach = "hipIpcOpenMemHandle", .leave_memory = "hipIpcCloseMemHandle"},
    .compiler = "hipRTC", .setting = "DRAWBRIDGE_HIPRTC", .compilers = compilers, .homes = homes, .subfolder = "lib", .usual = "/opt/rocm/lib",
    .compiler_names = {.version = "hiprtcVersion", .create = "hiprtcCreateProgram", .compile = "hiprtcCompileProgram", .code_size = "hiprtcGetCodeSize",
        .code = "hiprtcGetCode", .log_size = "hiprtcGetProgramLogSize", .log = "hiprtcGetProgramLog", .destroy = "hiprtcDestroyProgram"},
    .collectives = "RCCL", .collective_libraries = collectives,
};
