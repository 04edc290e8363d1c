/* HIP's names for the functions of the fake driver, at its end: what has the same arguments is another name. */
#define ALSO(hip, cuda) __attribute__((alias(#cuda))) result hip();
#pragma GCC diagnostic ignored "-Wattribute-alias"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
ALSO(hipInit, cuInit)
ALSO(hipDriverGetVersion, cuDriverGetVersion)
ALSO(hipGetDeviceCount, cuDeviceGetCount)
ALSO(hipDeviceGet, cuDeviceGet)
ALSO(hipDeviceGetName, cuDeviceGetName)
ALSO(hipDeviceGetPCIBusId, cuDeviceGetPCIBusId)
ALSO(hipStreamCreateWithFlags, cuStreamCreate)
ALSO(hipStreamDestroy, cuStreamDestroy_v2)
ALSO(hipStreamSynchronize, cuStreamSynchronize)
ALSO(hipStreamWaitEvent, cuStreamWaitEvent)
ALSO(hipEventCreateWithFlags, cuEventCreate)
ALSO(hipEventDestroy, cuEventDestroy_v2)
ALSO(hipEventRecord, cuEventRecord)
ALSO(hipEventQuery, cuEventQuery)
ALSO(hipEventSynchronize, cuEventSynchronize)
ALSO(hipEventElapsedTime, cuEventElapsedTime)
ALSO(hipDeviceSynchronize, cuCtxSynchronize)
ALSO(hipPointerGetAttribute, cuPointerGetAttribute)
ALSO(hipMemGetInfo, cuMemGetInfo_v2)
ALSO(hipMalloc, cuMemAlloc_v2)
ALSO(hipFree, cuMemFree_v2)
ALSO(hipHostMalloc, cuMemHostAlloc)
ALSO(hipHostFree, cuMemFreeHost)
ALSO(hipHostRegister, cuMemHostRegister_v2)
ALSO(hipHostUnregister, cuMemHostUnregister)
ALSO(hipMemsetD8Async, cuMemsetD8Async)
ALSO(hipModuleLoadData, cuModuleLoadData)
ALSO(hipModuleUnload, cuModuleUnload)
ALSO(hipModuleGetFunction, cuModuleGetFunction)
ALSO(hipModuleGetGlobal, cuModuleGetGlobal_v2)
ALSO(hipFuncGetAttribute, cuFuncGetAttribute)
ALSO(hipModuleLaunchKernel, cuLaunchKernel)
ALSO(hipDrvGetErrorName, cuGetErrorName)
ALSO(hipDrvGetErrorString, cuGetErrorString)
ALSO(hipGraphCreate, cuGraphCreate)
ALSO(hipGraphInstantiateWithFlags, cuGraphInstantiateWithFlags)
ALSO(hipGraphLaunch, cuGraphLaunch)
ALSO(hipGraphExecDestroy, cuGraphExecDestroy)
ALSO(hipGraphDestroy, cuGraphDestroy)
ALSO(hipIpcGetMemHandle, cuIpcGetMemHandle)
ALSO(hipIpcOpenMemHandle, cuIpcOpenMemHandle_v2)
ALSO(hipIpcCloseMemHandle, cuIpcCloseMemHandle)

enum { device_to_any = 4 }; /* the kind of all copies */

result hipGetDevice(int *device) { *device = current; return success; }
result hipSetDevice(int device) { ENTER(); current = device, depth = 1; return device < 0 ? invalid_device : success; }
result hipExtMallocWithFlags(uint64_t *address, size_t bytes, unsigned flags) { return flags == 1 ? cuMemAlloc_v2(address, bytes) : invalid_value; }
result hipMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, int kind, void *stream) { return kind == device_to_any ? cuMemcpyAsync(to, from, bytes, stream) : invalid_value; }

#ifndef OLD
result hipGetDevicePropertiesR0600(char *p, int device)
{
    const char *arch = getenv("FAKE_HIP_ARCH");
    ENTER();
    memset(p, 0, 1472);
    *(size_t *)(p + 296) = most_shared;
    *(int *)(p + 388) = (int)fake_number("FAKE_CUDA_MULTIPROCESSORS", 104);
    snprintf(p + 1160, 256, "%s:sramecc+:xnack-", arch && *arch ? arch : "gfx90a");
    *(int *)(p + 308) = strncmp(p + 1160, "gfx9", 4) ? 32 : 64;
    return device < 0 ? invalid_device : success;
}
#endif

result hipMemcpy2DAsync(char *to, size_t to_pitch, const char *from, size_t from_pitch, size_t width, size_t height, int kind, void *stream)
{
    const struct copy_2d c = {.from_kind = 1, .from_host = from, .from_pitch = from_pitch, .to_kind = 1, .to_host = to, .to_pitch = to_pitch, .width = width, .height = height};
    return kind == device_to_any ? cuMemcpy2DAsync_v2(&c, stream) : invalid_value;
}

struct hip_pitched { char *at; size_t pitch, width, height; };
struct hip_copy { void *from_array; size_t from_at[3]; struct hip_pitched from; void *to_array; size_t to_at[3]; struct hip_pitched to; size_t extent[3]; int kind; };
result hipMemcpy3DAsync(const struct hip_copy *p, void *stream)
{
    const struct copy_3d c = {.from_kind = 1, .from_host = p->from.at, .from_pitch = p->from.pitch, .from_height = p->from.height, .to_kind = 1, .to_host = p->to.at,
                              .to_pitch = p->to.pitch, .to_height = p->to.height, .width = p->extent[0], .height = p->extent[1], .depth = p->extent[2]};
    return p->kind == device_to_any ? cuMemcpy3DAsync_v2(&c, stream) : invalid_value;
}

struct hip_launch { unsigned b[3]; void **extra; const struct function *f; unsigned g[3]; void **arguments; unsigned shared; };
static struct fake_launch in_cuda(const struct hip_launch *p)
{
    return (struct fake_launch){.f = p->f, .g = {p->g[0], p->g[1], p->g[2]}, .b = {p->b[0], p->b[1], p->b[2]}, .shared = p->shared, .arguments = p->arguments};
}
result hipGraphAddKernelNode(void **node, struct fake_graph *g, void *const *after, size_t n, const struct hip_launch *p)
{
    const struct fake_launch l = in_cuda(p);
    return cuGraphAddKernelNode(node, g, after, n, &l);
}
result hipGraphExecKernelNodeSetParams(struct fake_graph *ready, void *node, const struct hip_launch *p)
{
    const struct fake_launch l = in_cuda(p);
    return cuGraphExecKernelNodeSetParams(ready, node, &l);
}
result hipGraphAddMemcpyNode1D(void **node, struct fake_graph *g, void *const *after, size_t n, char *to, const char *from, size_t bytes, int kind)
{
    const struct copy_3d c = {.from_kind = 2, .from_device = (uint64_t)(uintptr_t)from, .to_kind = 2, .to_device = (uint64_t)(uintptr_t)to, .width = bytes, .height = 1, .depth = 1};
    return kind == device_to_any ? cuGraphAddMemcpyNode(node, g, after, n, &c, g) : invalid_value;
}
