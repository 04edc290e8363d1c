#define _GNU_SOURCE
#include "calls.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct driver gpu_driver;

static int opened, has_graphs, can_share, absent; /* absent: there is nothing of NVIDIA here, or no GPU */

/* The primary contexts that this process keeps to its end, as NVIDIA's own runtime does: making one anew
 * takes a quarter of a second, and what else of the process uses the GPU (its MPI, say) does not lose it. */
enum { most_devices = 64 };
static char kept[most_devices];

void *open_library(const char *path, const char *const *names)
{
    char in_folder[4096];
    struct stat s;
    for (; *names; names++) {
        const char *name = *names;
        if (path && *path) {
            const int folder = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
            snprintf(in_folder, sizeof in_folder, folder ? "%s/%s" : "%s", path, name);
            name = in_folder;
        }
        void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

int gpu_open(const char *path, char *text)
{
    if (opened) return 0;
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", NULL};
    void *library = open_library(path, names);
    absent = !library && !(path && *path);
    if (!library && path && *path) {
        snprintf(text, text_size, "no NVIDIA driver (libcuda.so.1) at %.400s, which DRAWBRIDGE_DRIVER names", path);
        return 1;
    }
    if (!library) {
        snprintf(text, text_size, "no NVIDIA driver (libcuda.so.1) is installed");
        return 1;
    }
#define FIND(member, arguments)                                                              \
    if (!(*(void **)&gpu_driver.member = dlsym(library, #member))) {                        \
        snprintf(text, text_size, "the NVIDIA driver is too old: it has no %s", #member);    \
        return 1;                                                                            \
    }
    DRIVER(FIND)
#define FIND_IF_THERE(member, arguments) has_graphs &= (*(void **)&gpu_driver.member = dlsym(library, #member)) != NULL;
    has_graphs = 1;
    GRAPHS(FIND_IF_THERE)
#define FIND_SHARED(member, arguments) can_share &= (*(void **)&gpu_driver.member = dlsym(library, #member)) != NULL;
    can_share = 1;
    SHARED(FIND_SHARED)
    result r = gpu_driver.cuInit(0);
    absent = r == 100; /* CUDA_ERROR_NO_DEVICE */
    if (r) return gpu_failed(r, "cuInit(0)", text);
    opened = 1;
    return 0;
}

int gpu_failed(result r, const char *call, char *text)
{
    if (!r) return 0;
    const char *name = "unknown error", *why = "";
    gpu_driver.cuGetErrorName(r, &name);
    gpu_driver.cuGetErrorString(r, &why);
    snprintf(text, text_size, "%.*s: %s (%s)", (int)strcspn(call, "("), call, name ? name : "unknown error", why ? why : "");
    return 1;
}

int gpu_enter(struct gpu *c, char *text)
{
    TRY(cuCtxPushCurrent_v2(c->context));
    return 0;
}

void gpu_leave(void)
{
    void *context;
    gpu_driver.cuCtxPopCurrent_v2(&context);
}

int gpu_device_count(void)
{
    int n = 0;
    if (!opened || gpu_driver.cuDeviceGetCount(&n)) return 0;
    absent = n == 0;
    return n;
}

int gpu_absent(void) { return absent; }
int gpu_has_graphs(void) { return has_graphs; }
int gpu_can_share(void) { return can_share; }

int gpu_driver_version(void)
{
    int version = 0;
    if (opened) gpu_driver.cuDriverGetVersion(&version);
    return version;
}

static int queues(struct gpu *c, char *text)
{
    for (int i = 0; i < most_streams; i++) TRY(cuStreamCreate(&c->streams[i], 1 /* does not wait for the default stream */));
    for (int i = 0; i < most_queues; i++) TRY(cuEventCreate(&c->last[i], 2 /* no time */));
    return 0;
}

static int fill(struct gpu *c, char *text)
{
    enum { count = 16, major = 75, minor = 76 }; /* CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, _COMPUTE_CAPABILITY_* */
    int high = 0, low = 0;
    TRY(cuDeviceGet(&c->device, c->ordinal));
    TRY(cuDeviceGetName(c->name, sizeof c->name, c->device));
    TRY(cuDeviceGetPCIBusId(c->bus, sizeof c->bus, c->device));
    TRY(cuDeviceGetAttribute(&high, major, c->device));
    TRY(cuDeviceGetAttribute(&low, minor, c->device));
    TRY(cuDeviceGetAttribute(&c->multiprocessors, count, c->device));
    c->arch = 10 * high + low;
    TRY(cuDevicePrimaryCtxRetain(&c->context, c->device));
    void *same;
    if (c->device < most_devices && !kept[c->device]) kept[c->device] = !gpu_driver.cuDevicePrimaryCtxRetain(&same, c->device);
    if (gpu_enter(c, text)) return 1;
    int bad = queues(c, text);
    gpu_leave();
    return bad;
}

struct gpu *gpu_device_open(int ordinal, char *text)
{
    struct gpu *c = calloc(1, sizeof *c);
    if (!c) {
        snprintf(text, text_size, "no memory for its description");
        return NULL;
    }
    c->ordinal = ordinal;
    if (fill(c, text) == 0) return c;
    if (c->context) gpu_device_close(c);
    else free(c);
    gpu_forget(ordinal);
    return NULL;
}

/* Frees what lives in the context, and tells whether the context is sound. */
static int empty(struct gpu *c)
{
    int sound = 1;
    for (int i = 0; i < most_streams; i++)
        if (c->streams[i]) sound &= !gpu_driver.cuStreamSynchronize(c->streams[i]);
    for (int i = 0; i < most_queues; i++) {
        for (int k = 0; k < most_marks && i < most_queues; k++)
            if (c->events[i][k]) gpu_driver.cuEventDestroy_v2(c->events[i][k]);
        if (c->last[i]) gpu_driver.cuEventDestroy_v2(c->last[i]);
    }
    for (int i = 0; i < most_streams; i++)
        if (c->streams[i]) sound &= !gpu_driver.cuStreamDestroy_v2(c->streams[i]);
    return sound;
}

void gpu_device_close(struct gpu *c)
{
    char text[text_size];
    int sound = 0;
    if (gpu_enter(c, text) == 0) {
        sound = empty(c);
        gpu_leave();
    }
    gpu_driver.cuDevicePrimaryCtxRelease_v2(c->device);
    if (!sound && c->device < most_devices && kept[c->device]) { /* the next one begins with a context that works */
        kept[c->device] = 0;
        gpu_driver.cuDevicePrimaryCtxRelease_v2(c->device);
    }
    free(c);
}

void gpu_forget(int ordinal)
{
    int device;
    if (!opened || gpu_driver.cuDeviceGet(&device, ordinal) || device >= most_devices || !kept[device]) return;
    kept[device] = 0;
    gpu_driver.cuDevicePrimaryCtxRelease_v2(device);
}

const char *gpu_device_name(const struct gpu *c) { return c->name; }

const char *gpu_device_bus(const struct gpu *c) { return c->bus; }
int gpu_device_arch(const struct gpu *c) { return c->arch; }
int gpu_multiprocessors(const struct gpu *c) { return c->multiprocessors; }

int gpu_memory(struct gpu *c, size_t *free_bytes, size_t *total, char *text) { INSIDE(c, cuMemGetInfo_v2(free_bytes, total)); }
int gpu_allocate(struct gpu *c, size_t bytes, uint64_t *address, char *text) { INSIDE(c, cuMemAlloc_v2(address, bytes)); }
int gpu_release(struct gpu *c, uint64_t address, char *text) { INSIDE(c, cuMemFree_v2(address)); }
int gpu_pinned(struct gpu *c, size_t bytes, void **address, char *text) { INSIDE(c, cuMemHostAlloc(address, bytes, 0)); }
int gpu_release_pinned(struct gpu *c, void *address, char *text) { INSIDE(c, cuMemFreeHost(address)); }
int gpu_wait(struct gpu *c, int stream, char *text) { INSIDE(c, cuStreamSynchronize(c->streams[stream])); }

/* What a loaded module holds. */
static int look_into(struct kernel *k, const char *name, unsigned shared, char *text)
{
    enum { local_bytes = 3, registers = 4, most_dynamic_shared = 8, plain_shared = 48 << 10 }; /* CU_FUNC_ATTRIBUTE_* */
    TRY(cuModuleGetFunction(&k->function, k->module, name));
    size_t bytes = 0;
    if (k->constants && gpu_driver.cuModuleGetGlobal_v2(&k->constants, &k->constant_bytes, k->module, "drawbridge_constants")) k->constants = 0;
    if (k->bounds && gpu_driver.cuModuleGetGlobal_v2(&k->bounds, &bytes, k->module, "drawbridge_bounds")) k->bounds = 0;
    if (shared > plain_shared) TRY(cuFuncSetAttribute(k->function, most_dynamic_shared, (int)shared));
    TRY(cuFuncGetAttribute(&k->registers, registers, k->function));
    TRY(cuFuncGetAttribute(&k->local, local_bytes, k->function));
    return 0;
}

int gpu_load(struct gpu *c, const void *cubin, const char *name, unsigned shared, struct kernel *k, char *text)
{
    if (gpu_enter(c, text)) return 1;
    int bad = gpu_failed(gpu_driver.cuModuleLoadData(&k->module, cubin), "cuModuleLoadData", text);
    if (!bad) {
        bad = look_into(k, name, shared, text);
        if (bad) gpu_driver.cuModuleUnload(k->module);
    }
    gpu_leave();
    return bad;
}

int gpu_unload(struct gpu *c, void *module, char *text) { INSIDE(c, cuModuleUnload(module)); }

int gpu_launch(struct gpu *c, int stream, void *kernel, const struct launch *l, struct grid g, char *text)
{
    void *arguments[] = {(void *)l};
    INSIDE(c, cuLaunchKernel(kernel, g.x, g.y, g.z, g.threads, 1, 1, g.shared, c->streams[stream], arguments, NULL));
}

/* Launches over fields: the block of a sweep goes to the kernel by value. */

int gpu_sweep(struct gpu *c, int stream, void *kernel, const void *block, struct grid g, char *text)
{
    void *arguments[] = {(void *)block};
    INSIDE(c, cuLaunchKernel(kernel, g.x, g.y, g.z, g.threads, 1, 1, g.shared, c->streams[stream], arguments, NULL));
}

int gpu_fill(struct gpu *c, int stream, uint64_t address, unsigned char value, size_t bytes, char *text) { INSIDE(c, cuMemsetD8Async(address, value, bytes, c->streams[stream])); }
