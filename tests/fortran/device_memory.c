/* Memory that a host program has on a GPU without Drawbridge: plain calls of the driver. For tests. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef uint64_t address;
static void *library, *contexts[2], *stream;
static int devices;

static int call(const char *name, void **function)
{
    *function = dlsym(library, name);
    return *function == NULL;
}
#define CALL(name, types, ...)                                            \
    do {                                                                  \
        int(*function) types;                                             \
        if (call(name, (void **)&function) || function(__VA_ARGS__)) return 1; \
    } while (0)

static int enter(int gpu)
{
    CALL("cuCtxPushCurrent_v2", (void *), contexts[gpu]);
    return 0;
}

static int leave(void)
{
    void *context;
    CALL("cuCtxPopCurrent_v2", (void **), &context);
    return 0;
}

/* Opens the driver and up to two GPUs; how many there are, 0: none. */
int device_memory_open(void)
{
    const char *path = getenv("DRAWBRIDGE_DRIVER");
    const char *word = getenv("DRAWBRIDGE_DEVICE"); /* the fake AMD driver has NVIDIA's names too */
    const char *name = word && strncmp(word, "hip", 3) == 0 ? "libamdhip64.so.6" : "libcuda.so.1";
    char file[4096];
    snprintf(file, sizeof file, "%s", name);
    struct stat s;
    if (path && *path) snprintf(file, sizeof file, stat(path, &s) == 0 && S_ISDIR(s.st_mode) ? "%s/%s" : "%s", path, name);
    library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    int(*init)(unsigned), (*count)(int *), (*retain)(void **, int);
    if (call("cuInit", (void **)&init) || init(0) || call("cuDeviceGetCount", (void **)&count) || count(&devices)) return 0;
    if (call("cuDevicePrimaryCtxRetain", (void **)&retain)) return 0;
    for (int i = 0; i < devices && i < 2; i++)
        if (retain(&contexts[i], i)) return i;
    return devices < 2 ? devices : 2;
}

/* Leaves the first GPU's primary context current, for a runtime that would make one of its own. 0: done. */
int device_memory_enter(void)
{
    return device_memory_open() < 1 || enter(0);
}

void *device_take(int gpu, int64_t bytes)
{
    address at = 0;
    int(*allocate)(address *, size_t);
    if (enter(gpu) || call("cuMemAlloc_v2", (void **)&allocate) || allocate(&at, (size_t)bytes) || leave()) return NULL;
    return (void *)at;
}

int device_give_back(int gpu, void *at)
{
    if (enter(gpu)) return 1;
    CALL("cuMemFree_v2", (address), (address)at);
    return leave();
}

void *device_stream(void)
{
    int(*create)(void **, unsigned);
    if (enter(0) || call("cuStreamCreate", (void **)&create) || create(&stream, 1) || leave()) return NULL;
    return stream;
}

/* Copies within a stream, through pinned memory that is kept to the end. wait: until it is done. */
int device_copy(void *device, void *host, int64_t bytes, int to_host, int wait)
{
    void *pinned;
    if (enter(0)) return 1;
    CALL("cuMemHostAlloc", (void **, size_t, unsigned), &pinned, (size_t)bytes, 0);
    if (!to_host) memcpy(pinned, host, (size_t)bytes);
    CALL("cuMemcpyAsync", (address, address, size_t, void *), to_host ? (address)pinned : (address)device, to_host ? (address)device : (address)pinned,
         (size_t)bytes, stream);
    if (wait || to_host) CALL("cuStreamSynchronize", (void *), stream);
    if (to_host) memcpy(host, pinned, (size_t)bytes);
    return leave();
}
