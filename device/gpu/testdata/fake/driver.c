#define _GNU_SOURCE
#include "fake.h"
#include "../../driver.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef int result;
enum { success = 0, invalid_value = 1, out_of_memory = 2, no_device = 100, invalid_device = 101, invalid_image = 200,
       invalid_context = 201, not_found = 500, not_ready = 600, already_registered = 712, not_registered = 713, not_supported = 801 };
#ifdef FAKE_HIP
enum { most_shared = 64 << 10 };
#else
enum { most_shared = 227 << 10 };
#endif
enum { most_blocks = 4096, least_shared = 2 << 20 };

/* kind: 1 device, 2 pinned, 3 registered, 4 constants of a module; device: whose it is; file: of device memory that processes share, plus 1 */
static struct { char *at; size_t bytes; int kind, device, file; } blocks[most_blocks];
static size_t used;
static int sticky, depth; /* a lost context; contexts pushed */
static int in_graph; /* a graph makes the calls */
static int current;  /* device of the context that was pushed last */
static int calls, allocations; /* since a failure was planted */

static result planted(const char *name, int *count)
{
    const char *trace = getenv("FAKE_CUDA_TRACE"), *plan = getenv("FAKE_CUDA_FAIL");
    FILE *file = trace && *trace && !in_graph ? fopen(trace, "a") : NULL;
    if (file) {
        fprintf(file, "%s\n", name);
        fclose(file);
    }
    if (!plan || !*plan) return calls = allocations = sticky = 0; /* the test is over: the context is sound again */
    const int allocates = strstr(name, "Alloc") != NULL;
    ++*count;
    ++calls;
    allocations += allocates;
    if (sticky) return sticky;
    for (const char *p = plan; p && *p; p = strchr(p, ';') ? strchr(p, ';') + 1 : NULL) {
        char call[64];
        int code = 0, from = 1, times = 0;
        if (sscanf(p, "%63[^:]:%d:%d:%d", call, &code, &from, &times) < 2) continue;
        const int any = strcmp(call, "any") == 0, memory = allocates && strcmp(call, "alloc") == 0;
        const int number = any ? calls : memory ? allocations : *count;
        if ((!any && !memory && strcmp(call, name) != 0) || number < from || (times && number >= from + times)) continue;
        if (code >= 700 && code != already_registered && code != not_registered) sticky = code;
        return code;
    }
    return success;
}

/* At the top of every call: a planted failure, then that a context is there where one is needed. */
#define ENTER()                                            \
    do {                                                   \
        static int count;                                  \
        if (!getenv("FAKE_CUDA_FAIL")) count = 0;    \
        const result bad = planted(__func__, &count);      \
        if (bad) return bad;                               \
    } while (0)
#define INSIDE()                                           \
    do {                                                   \
        ENTER();                                           \
        if (depth < 1) return invalid_context;             \
    } while (0)

static int find(const void *address, size_t bytes, int kind)
{
    for (int i = 0; i < most_blocks; i++)
        if ((blocks[i].kind == kind || (kind == 1 && blocks[i].kind == 4)) && (const char *)address >= blocks[i].at &&
            (const char *)address + bytes <= blocks[i].at + blocks[i].bytes)
            return i;
    return -1;
}

static int keep(void *address, size_t bytes, int kind)
{
    for (int i = 0; i < most_blocks; i++)
        if (!blocks[i].kind) {
            blocks[i].at = address;
            blocks[i].bytes = bytes;
            blocks[i].kind = kind;
            blocks[i].file = 0;
            blocks[i].device = current;
            return 0;
        }
    return 1;
}

static void give_back(int i)
{
    if (blocks[i].file) {
        munmap(blocks[i].at, blocks[i].bytes);
        close(blocks[i].file - 1);
    } else if (blocks[i].kind == 1 || blocks[i].kind == 2) free(blocks[i].at);
    blocks[i].kind = blocks[i].file = 0;
}

result cuInit(unsigned flags) { ENTER(); return flags ? invalid_value : success; }
result cuDriverGetVersion(int *version) { ENTER(); *version = 13000; return success; }
result cuDeviceGetCount(int *count) { ENTER(); *count = (int)fake_number("FAKE_CUDA_DEVICES", 1); return success; }

result cuDeviceGet(int *device, int ordinal)
{
    ENTER();
    if (ordinal < 0 || ordinal >= fake_number("FAKE_CUDA_DEVICES", 1)) return invalid_device;
    *device = ordinal;
    return success;
}

result cuDeviceGetName(char *name, int size, int device)
{
    ENTER();
    snprintf(name, (size_t)size, "fake GPU of Drawbridge's tests");
    return device < 0 ? invalid_device : success;
}

result cuDeviceGetPCIBusId(char *bus, int size, int device)
{
    ENTER();
    snprintf(bus, (size_t)size, "0000:%02x:00.0", 16 + (int)fake_number("FAKE_CUDA_FIRST", 0) + device);
    return device < 0 ? invalid_device : success;
}

result cuDeviceGetAttribute(int *value, int attribute, int device)
{
    ENTER();
    const int arch = (int)fake_number("FAKE_CUDA_ARCH", 90);
    *value = attribute == 75 ? arch / 10 : attribute == 76 ? arch % 10 : attribute == 16 ? (int)fake_number("FAKE_CUDA_MULTIPROCESSORS", 132) : attribute == 11 ? 0x7fffffff : 0;
    return device < 0 ? invalid_device : success;
}

static int retained;


result cuDevicePrimaryCtxRetain(void **context, int device) { ENTER(); retained++; *context = (void *)(intptr_t)(device + 1); return success; }

result cuDevicePrimaryCtxRelease_v2(int device)
{
    static int count;
    planted(__func__, &count);
    if (device < 0 || --retained > 0) return device < 0 ? invalid_device : success;
    stream_discard_all();
    for (int i = 0; i < most_blocks; i++) give_back(i); /* all that was not given back goes with the context */
    used = 0;
    return success;
}

result cuCtxPushCurrent_v2(void *context) { ENTER(); depth++; current = (int)(intptr_t)context - 1; return context ? success : invalid_context; }
result cuCtxSynchronize(void) { INSIDE(); stream_finish_all(); return success; }
result cuCtxPopCurrent_v2(void **context) { depth--; *context = NULL; return success; }
result cuStreamCreate(void **stream, unsigned flags) { INSIDE(); *stream = stream_create(); return *stream && flags < 2 ? success : out_of_memory; }
result cuStreamDestroy_v2(void *stream) { INSIDE(); stream_destroy(stream); return success; }
result cuStreamSynchronize(void *stream) { INSIDE(); stream_finish(stream); return success; }

result cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    INSIDE();
    *total = (size_t)fake_number("FAKE_CUDA_MEMORY", 1L << 27);
    *free_bytes = *total > used ? *total - used : 0;
    return success;
}

result cuMemAlloc_v2(uint64_t *address, size_t bytes)
{
    INSIDE();
    if (used + bytes > (size_t)fake_number("FAKE_CUDA_MEMORY", 1L << 27)) return out_of_memory;
    const int file = bytes >= least_shared ? memfd_create("fake device memory", MFD_CLOEXEC) : -1;
    void *p = file < 0 ? malloc(bytes) : ftruncate(file, (off_t)bytes) ? NULL : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (!p || p == MAP_FAILED || keep(p, bytes, 1)) return out_of_memory;
    blocks[find(p, bytes, 1)].file = file + 1;
    memset(p, 0xff, bytes); /* NaN */
    used += bytes;
    *address = (uint64_t)(uintptr_t)p;
    return success;
}

static result release(const void *address, int kind)
{
    const int i = find(address, 1, kind);
    if (i < 0 || blocks[i].at != address) return invalid_value;
    stream_finish_all();
    if (kind == 1) used -= blocks[i].bytes;
    give_back(i);
    return success;
}

result cuMemFree_v2(uint64_t address)
{
#ifdef FAKE_HIP /* no context takes the memory with it */
    if (sticky) release((void *)(uintptr_t)address, 1);
#endif
    INSIDE();
    return release((void *)(uintptr_t)address, 1);
}
result cuMemFreeHost(void *address) { INSIDE(); return release(address, 2); }
result cuMemHostUnregister(void *address) { INSIDE(); return release(address, 3) ? not_registered : success; }

result cuMemHostAlloc(void **address, size_t bytes, unsigned flags)
{
    INSIDE();
    *address = malloc(bytes);
    if (*address) memset(*address, 0xff, bytes);
    return *address && flags < 8 && !keep(*address, bytes, 2) ? success : out_of_memory;
}

result cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags)
{
    INSIDE();
    for (int i = 0; i < most_blocks; i++)
        if (blocks[i].kind == 3 && (char *)address < blocks[i].at + blocks[i].bytes && blocks[i].at < (char *)address + bytes)
            return already_registered;
    return flags < 8 && !keep(address, bytes, 3) ? success : out_of_memory;
}

result cuPointerGetAttribute(void *data, int attribute, uint64_t address)
{
    INSIDE();
    int i = -1;
    for (int kind = 1; i < 0 && kind <= 3; kind++) i = find((void *)(uintptr_t)address, 1, kind);
    if (i < 0) return invalid_value;
    switch (attribute) {
    case 2: *(unsigned *)data = blocks[i].kind == 1 || blocks[i].kind == 4 ? 2 : 1; return success;
    case 9: *(int *)data = blocks[i].device; return success;
    case 11: *(uint64_t *)data = (uint64_t)(uintptr_t)blocks[i].at; return success;
    case 12: *(size_t *)data = blocks[i].bytes; return success;
    }
    return invalid_value;
}

static result put_copy(void *stream, struct work w)
{
    const size_t to_bytes = (w.depth - 1) * w.to_slice + (w.height - 1) * w.to_pitch + w.width;
    const size_t from_bytes = (w.depth - 1) * w.from_slice + (w.height - 1) * w.from_pitch + w.width;
    if (w.height > 1 && (w.to_pitch < w.width || w.from_pitch < w.width || w.to_pitch > 0x7fffffff || w.from_pitch > 0x7fffffff)) return invalid_value;
    const int to_device = find(w.to, to_bytes, 1) >= 0, from_device = find(w.from, from_bytes, 1) >= 0;
    const char *host = to_device ? w.from : w.to;
    const size_t bytes = to_device ? from_bytes : to_bytes;
    if (to_device && from_device) host = NULL;
    else if (to_device == from_device) return invalid_value;
    if (host && find(host, bytes, 2) < 0 && find(host, bytes, 3) < 0 && !fake_number("FAKE_CUDA_PAGEABLE", 0)) return invalid_value;
    w.run = run_copy;
    stream_put(stream, w);
    return success;
}

static void run_clear(struct work *w) { memset(w->to, w->height & 255, w->width); }

result cuMemsetD8Async(uint64_t at, unsigned char value, size_t bytes, void *stream)
{
    INSIDE();
    if (find((void *)(uintptr_t)at, bytes, 1) < 0) return invalid_value;
    stream_put(stream, (struct work){.run = run_clear, .to = (char *)(uintptr_t)at, .width = bytes, .height = value});
    return success;
}

result cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, void *stream)
{
    INSIDE();
    return put_copy(stream, (struct work){.to = (char *)(uintptr_t)to, .from = (char *)(uintptr_t)from, .width = bytes, .height = 1, .depth = 1});
}

result cuMemcpy2DAsync_v2(const struct copy_2d *c, void *stream)
{
    INSIDE();
    return put_copy(stream, (struct work){.to = c->to_kind == 1 ? c->to_host : (char *)(uintptr_t)c->to_device,
                                          .from = c->from_kind == 1 ? c->from_host : (char *)(uintptr_t)c->from_device,
                                          .width = c->width, .height = c->height, .depth = 1, .to_pitch = c->to_pitch, .from_pitch = c->from_pitch});
}

result cuMemcpy3DAsync_v2(const struct copy_3d *c, void *stream)
{
    INSIDE();
    return put_copy(stream, (struct work){.to = c->to_kind == 1 ? c->to_host : (char *)(uintptr_t)c->to_device,
                                          .from = c->from_kind == 1 ? c->from_host : (char *)(uintptr_t)c->from_device,
                                          .width = c->width, .height = c->height, .depth = c->depth,
                                          .to_pitch = c->to_pitch, .from_pitch = c->from_pitch,
                                          .to_slice = c->to_pitch * c->to_height, .from_slice = c->from_pitch * c->from_height});
}

result cuEventCreate(void **event, unsigned flags) { INSIDE(); *event = calloc(1, sizeof(struct event)); return flags < 8 ? success : invalid_value; }
result cuEventDestroy_v2(struct event *event) { INSIDE(); event_finish(event); free(event); return success; } /* NVIDIA's goes when it has passed */

result cuEventRecord(struct event *event, void *stream)
{
    INSIDE();
    event_finish(event); /* who waits for the former record waits for that one */
    event->stream = stream;
    event->records++;
    stream_put(stream, (struct work){.run = run_event, .event = event});
    return success;
}

result cuEventQuery(struct event *event) { INSIDE(); return event_over(event) ? success : not_ready; }
result cuEventSynchronize(struct event *event) { INSIDE(); event_finish(event); return success; }
result cuStreamWaitEvent(void *stream, struct event *event, unsigned flags)
{
    INSIDE();
    stream_put(stream, (struct work){.run = run_wait, .event = event});
    return flags ? invalid_value : success;
}

result cuEventElapsedTime(float *ms, const struct event *begin, const struct event *end) { INSIDE(); *ms = (float)(end->stamp - begin->stamp); return success; }

/* A CUBIN of the fake NVRTC is a shared object for this machine. */
result cuModuleLoadData(void **module, const void *image)
{
    INSIDE();
    const Elf64_Ehdr *elf = image;
    if (memcmp(image, ELFMAG, SELFMAG) != 0) return invalid_image;
    const size_t bytes = elf->e_shoff + (size_t)elf->e_shnum * elf->e_shentsize;
    char path[64];
    const int file = memfd_create("fake cubin", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    const int whole = write(file, image, bytes) == (ssize_t)bytes;
    *module = whole ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL; /* the file stays open: dlopen knows libraries by their names */
    return *module ? success : invalid_image;
}

result cuModuleUnload(void *module) { INSIDE(); stream_finish_all(); return dlclose(module) ? invalid_value : success; }

struct function { void *code; struct fake_index *index; void (**wait)(int); int *lanes; };

result cuModuleGetFunction(void **function, void *module, const char *name)
{
    INSIDE();
    const struct function f = {dlsym(module, name), dlsym(module, "fake_index"), (void (**)(int))dlsym(module, "fake_wait"), dlsym(module, "fake_lanes")};
    if (!f.code || !f.index) return not_found;
    *function = malloc(sizeof f); /* never given back: tests are short */
    memcpy(*function, &f, sizeof f);
    return success;
}

result cuModuleGetGlobal_v2(uint64_t *address, size_t *bytes, void *module, const char *name)
{
    INSIDE();
    void *symbol = dlsym(module, name);
    *address = (uint64_t)(uintptr_t)symbol;
    *bytes = 0;
    Dl_info info;
    const Elf64_Sym *entry = NULL;
    if (symbol && dladdr1(symbol, &info, (void **)&entry, RTLD_DL_SYMENT) && entry) *bytes = entry->st_size;
    if (symbol && find(symbol, *bytes, 1) < 0 && keep(symbol, *bytes, 4)) return out_of_memory;
    return symbol ? success : not_found;
}

result cuFuncSetAttribute(const struct function *f, int attribute, int value)
{
    INSIDE();
    return f && attribute == 8 && value > 0 && value <= most_shared ? success : invalid_value;
}

result cuFuncGetAttribute(int *value, int attribute, const struct function *f)
{
    INSIDE();
    *value = attribute == 4 ? 32 : 0;
    return f ? success : invalid_value;
}

result cuLaunchKernel(const struct function *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                      unsigned shared, void *stream, void **arguments, void **extra)
{
    INSIDE();
    if (gx < 1 || gy < 1 || gz < 1 || bx < 1 || bx > 1024 || by != 1 || bz != 1 || extra) return invalid_value;
    if (shared > most_shared) return invalid_value;
    const size_t bytes = f->wait ? sizeof(struct sweep_bytes) : sizeof(struct launch);
    void *copy = memcpy(malloc(bytes), arguments[0], bytes);
    stream_put(stream, (struct work){.run = run_kernel, .function = f->code, .index = f->index, .wait = f->wait, .lanes = f->lanes ? *f->lanes : 32, .arguments = copy,
                                     .shape = {.block_dim = {bx, 1, 1}, .grid_dim = {gx, gy, gz}}});
    return success;
}

result cuGetErrorName(result code, const char **name)
{
    *name = code == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : code == 100 ? "CUDA_ERROR_NO_DEVICE" : code == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" :
            code == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : "CUDA_ERROR_OF_THE_FAKE";
    return success;
}

result cuGetErrorString(result code, const char **text)
{
    *text = code == 2 ? "out of memory" : code == 100 ? "no CUDA-capable device is detected" : "planted by a test";
    return success;
}

#include "graph.h"
#include "shared.h"
#ifdef FAKE_HIP
#include "hip.h"
#endif
