#define _GNU_SOURCE
#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int result; /* CUresult: 0 is success */

/* One line per function of the driver: result name(arguments). */
#define DRIVER(X)                                                                                                      \
    X(cuInit, (unsigned))                                                                                              \
    X(cuDriverGetVersion, (int *))                                                                                     \
    X(cuDeviceGetCount, (int *))                                                                                       \
    X(cuDeviceGet, (int *, int))                                                                                       \
    X(cuDeviceGetName, (char *, int, int))                                                                             \
    X(cuDeviceGetAttribute, (int *, int, int))                                                                         \
    X(cuDevicePrimaryCtxRetain, (void **, int))                                                                        \
    X(cuDevicePrimaryCtxRelease_v2, (int))                                                                             \
    X(cuCtxPushCurrent_v2, (void *))                                                                                   \
    X(cuCtxPopCurrent_v2, (void **))                                                                                   \
    X(cuStreamCreate, (void **, unsigned))                                                                             \
    X(cuStreamSynchronize, (void *))                                                                                   \
    X(cuStreamDestroy_v2, (void *))                                                                                    \
    X(cuMemGetInfo_v2, (size_t *, size_t *))                                                                           \
    X(cuMemAlloc_v2, (uint64_t *, size_t))                                                                             \
    X(cuMemFree_v2, (uint64_t))                                                                                        \
    X(cuMemHostAlloc, (void **, size_t, unsigned))                                                                     \
    X(cuMemFreeHost, (void *))                                                                                         \
    X(cuMemcpy2DAsync_v2, (const struct copy_2d *, void *))                                                            \
    X(cuModuleLoadData, (void **, const void *))                                                                       \
    X(cuModuleUnload, (void *))                                                                                        \
    X(cuModuleGetFunction, (void **, void *, const char *))                                                            \
    X(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,  \
                       void **))                                                                                       \
    X(cuGetErrorName, (result, const char **))                                                                         \
    X(cuGetErrorString, (result, const char **))

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

static struct {
#define MEMBER(name, arguments) result(*name) arguments;
    DRIVER(MEMBER)
} driver;

struct cuda {
    int ordinal, device, arch, multiprocessors;
    void *context, *stream;
    char name[128];
};

static int opened;

int cuda_open(char *text)
{
    if (opened) return 0;
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(text, text_size, "no NVIDIA driver (libcuda.so.1) is installed");
        return 1;
    }
#define FIND(member, arguments)                                                              \
    if (!(*(void **)&driver.member = dlsym(library, #member))) {                             \
        snprintf(text, text_size, "the NVIDIA driver is too old: it has no %s", #member);    \
        return 1;                                                                            \
    }
    DRIVER(FIND)
    result r = driver.cuInit(0);
    if (r) {
        const char *why = "";
        driver.cuGetErrorString(r, &why);
        snprintf(text, text_size, "cuInit: %s", why ? why : "unknown error");
        return 1;
    }
    opened = 1;
    return 0;
}

static int failed(result r, const char *call, char *text)
{
    if (!r) return 0;
    const char *name = "unknown error", *why = "";
    driver.cuGetErrorName(r, &name);
    driver.cuGetErrorString(r, &why);
    snprintf(text, text_size, "%s: %s (%s)", call, name ? name : "unknown error", why ? why : "");
    return 1;
}

/* Leaves the enclosing function with 1 if a driver call fails. */
#define TRY(call)                                            \
    do {                                                     \
        if (failed(driver.call, #call, text)) return 1;      \
    } while (0)

static int enter(struct cuda *c, char *text)
{
    TRY(cuCtxPushCurrent_v2(c->context));
    return 0;
}

static void leave(void)
{
    void *context;
    driver.cuCtxPopCurrent_v2(&context);
}

/* Runs one driver call inside the context. */
#define INSIDE(c, call)                                      \
    do {                                                     \
        if (enter(c, text)) return 1;                        \
        int bad = failed(driver.call, #call, text);          \
        leave();                                             \
        return bad;                                          \
    } while (0)

int cuda_device_count(void)
{
    int n = 0;
    return opened && driver.cuDeviceGetCount(&n) == 0 ? n : 0;
}

int cuda_driver_version(void)
{
    int version = 0;
    if (opened) driver.cuDriverGetVersion(&version);
    return version;
}

static int fill(struct cuda *c, char *text)
{
    enum { count = 16, major = 75, minor = 76 }; /* CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, _COMPUTE_CAPABILITY_* */
    int high = 0, low = 0;
    TRY(cuDeviceGet(&c->device, c->ordinal));
    TRY(cuDeviceGetName(c->name, sizeof c->name, c->device));
    TRY(cuDeviceGetAttribute(&high, major, c->device));
    TRY(cuDeviceGetAttribute(&low, minor, c->device));
    TRY(cuDeviceGetAttribute(&c->multiprocessors, count, c->device));
    c->arch = 10 * high + low;
    TRY(cuDevicePrimaryCtxRetain(&c->context, c->device));
    if (enter(c, text)) return 1;
    int bad = failed(driver.cuStreamCreate(&c->stream, 1 /* does not wait for the default stream */), "cuStreamCreate", text);
    leave();
    return bad;
}

struct cuda *cuda_device_open(int ordinal, char *text)
{
    struct cuda *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->ordinal = ordinal;
    if (fill(c, text) == 0) return c;
    if (c->context) driver.cuDevicePrimaryCtxRelease_v2(c->device);
    free(c);
    return NULL;
}

void cuda_device_close(struct cuda *c)
{
    char text[text_size];
    if (enter(c, text) == 0) {
        driver.cuStreamSynchronize(c->stream);
        driver.cuStreamDestroy_v2(c->stream);
        leave();
    }
    driver.cuDevicePrimaryCtxRelease_v2(c->device);
    free(c);
}

const char *cuda_device_name(const struct cuda *c) { return c->name; }
int cuda_device_arch(const struct cuda *c) { return c->arch; }
int cuda_multiprocessors(const struct cuda *c) { return c->multiprocessors; }

int cuda_memory(struct cuda *c, size_t *free_bytes, size_t *total, char *text) { INSIDE(c, cuMemGetInfo_v2(free_bytes, total)); }
int cuda_allocate(struct cuda *c, size_t bytes, uint64_t *address, char *text) { INSIDE(c, cuMemAlloc_v2(address, bytes)); }
int cuda_release(struct cuda *c, uint64_t address, char *text) { INSIDE(c, cuMemFree_v2(address)); }
int cuda_pinned(struct cuda *c, size_t bytes, void **address, char *text) { INSIDE(c, cuMemHostAlloc(address, bytes, 0)); }
int cuda_release_pinned(struct cuda *c, void *address, char *text) { INSIDE(c, cuMemFreeHost(address)); }
int cuda_wait(struct cuda *c, char *text) { INSIDE(c, cuStreamSynchronize(c->stream)); }

int cuda_to_device(struct cuda *c, uint64_t device, const void *host, size_t bytes, size_t rows, size_t pitch, char *text)
{
    struct copy_2d copy = {.source_kind = 1, .source_host = host, .source_pitch = pitch, .to_kind = 2, .to_device = device,
                           .to_pitch = pitch, .width = bytes, .height = rows};
    INSIDE(c, cuMemcpy2DAsync_v2(&copy, c->stream));
}

int cuda_to_host(struct cuda *c, void *host, uint64_t device, size_t bytes, size_t rows, size_t pitch, char *text)
{
    struct copy_2d copy = {.source_kind = 2, .source_device = device, .source_pitch = pitch, .to_kind = 1, .to_host = host,
                           .to_pitch = pitch, .width = bytes, .height = rows};
    INSIDE(c, cuMemcpy2DAsync_v2(&copy, c->stream));
}

int cuda_load(struct cuda *c, const void *cubin, const char *name, void **module, void **kernel, char *text)
{
    if (enter(c, text)) return 1;
    int bad = failed(driver.cuModuleLoadData(module, cubin), "cuModuleLoadData", text);
    if (!bad) {
        bad = failed(driver.cuModuleGetFunction(kernel, *module, name), "cuModuleGetFunction", text);
        if (bad) driver.cuModuleUnload(*module);
    }
    leave();
    return bad;
}

int cuda_unload(struct cuda *c, void *module, char *text) { INSIDE(c, cuModuleUnload(module)); }

int cuda_launch(struct cuda *c, void *kernel, const struct launch *l, struct grid g, char *text)
{
    void *arguments[] = {(void *)l};
    INSIDE(c, cuLaunchKernel(kernel, g.x, g.y, g.z, g.threads, 1, 1, g.shared, c->stream, arguments, NULL));
}
