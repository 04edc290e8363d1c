#define _GNU_SOURCE
#include "api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

extern struct vendor cuda_vendor, hip_vendor;
struct vendor *const vendors[vendor_count] = {&cuda_vendor, &hip_vendor};

/* Contexts are kept to the end of the process, as NVIDIA's own runtime does: making one anew takes a quarter of a second, and what else of
 * the process uses the GPU (its MPI, say) does not lose it. */

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

static int find(struct vendor *v, void *library, char *text)
{
#define FIND(member, arguments) *(void **)&v->api.member = v->names.member ? dlsym(library, v->names.member) : NULL;
#define FIND_NEEDED(member, arguments)                                                                    \
    FIND(member, arguments)                                                                               \
    if (v->names.member && !v->api.member) {                                                              \
        snprintf(text, text_size, "the %s driver is too old: it has no %s", v->who, v->names.member);     \
        return 1;                                                                                         \
    }
    NEEDED(FIND_NEEDED)
#define FIND_GRAPHS(member, arguments) FIND(member, arguments) v->has_graphs &= v->api.member != NULL;
    v->has_graphs = 1;
    GRAPHS(FIND_GRAPHS)
#define FIND_SHARED(member, arguments) FIND(member, arguments) v->can_share &= v->api.member != NULL;
    v->can_share = 1;
    SHARED(FIND_SHARED)
    v->adapt(&v->api);
    return 0;
}

int gpu_open(int vendor, const char *path, char *text)
{
    struct vendor *v = vendors[vendor];
    if (v->opened) return 0;
    void *library = open_library(path, v->drivers);
    if (library && !dlsym(library, v->names.init)) { /* another vendor's, or none */
        dlclose(library);
        library = NULL;
    }
    v->absent = library ? absent_nothing : path && *path ? absent_named : absent_device;
    if (v->absent == absent_named) {
        snprintf(text, text_size, "no %s driver (%s) at %.400s, which DRAWBRIDGE_DRIVER names", v->who, v->drivers[0], path);
        return 1;
    }
    if (!library) {
        snprintf(text, text_size, "no %s driver (%s) is installed", v->who, v->drivers[0]);
        return 1;
    }
    if (find(v, library, text)) return 1;
    const result r = v->api.init(0);
    v->absent = r == v->no_device ? absent_device : absent_nothing;
    if (r) return gpu_failed(v, r, v->names.init, text);
    v->opened = 1;
    return 0;
}

int gpu_failed(const struct vendor *v, result r, const char *call, char *text)
{
    if (!r) return 0;
    const char *name = "unknown error", *why = "";
    v->api.error_name(r, &name);
    v->api.error_text(r, &why);
    snprintf(text, text_size, "%s: %s (%s)", call, name ? name : "unknown error", why ? why : "");
    return 1;
}

int gpu_enter(struct gpu *c, char *text)
{
    TRY(c, enter, c->context);
    return 0;
}

void gpu_leave(struct gpu *c)
{
    void *context;
    c->vendor->api.leave(&context);
}

int gpu_device_count(int vendor)
{
    struct vendor *v = vendors[vendor];
    int n = 0;
    if (!v->opened || v->api.count(&n)) return 0;
    v->absent = n == 0 ? absent_device : absent_nothing;
    return n;
}

int gpu_absent(int vendor) { return vendors[vendor]->absent; }
int gpu_has_graphs(int vendor) { return vendors[vendor]->has_graphs; }
int gpu_can_share(int vendor) { return vendors[vendor]->can_share; }

int gpu_driver_version(int vendor)
{
    int version = 0;
    if (vendors[vendor]->opened) vendors[vendor]->api.version(&version);
    return version;
}

static int queues(struct gpu *c, char *text)
{
    for (int i = 0; i < most_streams; i++) TRY(c, stream_create, &c->streams[i], 1 /* does not wait for the default stream */);
    for (int i = 0; i < most_queues; i++) TRY(c, event_create, &c->last[i], 2 /* no time */);
    return 0;
}

static int fill(struct gpu *c, char *text)
{
    char *kept = c->vendor->kept;
    TRY(c, device, &c->device, c->ordinal);
    TRY(c, name, c->name, sizeof c->name, c->device);
    TRY(c, bus, c->bus, sizeof c->bus, c->device);
    TRY(c, describe, c);
    TRY(c, retain, &c->context, c->device);
    void *same;
    if (c->device < most_devices && !kept[c->device]) kept[c->device] = !c->vendor->api.retain(&same, c->device);
    if (gpu_enter(c, text)) return 1;
    int bad = queues(c, text);
    gpu_leave(c);
    return bad;
}

struct gpu *gpu_device_open(int vendor, int ordinal, char *text)
{
    struct gpu *c = calloc(1, sizeof *c);
    if (!c) {
        snprintf(text, text_size, "no memory for its description");
        return NULL;
    }
    c->vendor = vendors[vendor], c->ordinal = ordinal;
    if (fill(c, text) == 0) return c;
    if (c->context) gpu_device_close(c);
    else free(c);
    gpu_forget(vendor, ordinal);
    return NULL;
}

/* Frees what lives in the context, and tells whether the context is sound. */
static int empty(struct gpu *c)
{
    int sound = 1;
    for (int i = 0; i < most_streams; i++)
        if (c->streams[i]) sound &= !c->vendor->api.stream_wait(c->streams[i]);
    for (int i = 0; i < most_queues; i++) {
        for (int k = 0; k < most_marks && i < most_queues; k++)
            if (c->events[i][k]) c->vendor->api.event_destroy(c->events[i][k]);
        if (c->last[i]) c->vendor->api.event_destroy(c->last[i]);
    }
    for (int i = 0; i < most_streams; i++)
        if (c->streams[i]) sound &= !c->vendor->api.stream_destroy(c->streams[i]);
    return sound;
}

void gpu_device_close(struct gpu *c)
{
    char text[text_size];
    char *kept = c->vendor->kept;
    int sound = 0;
    if (gpu_enter(c, text) == 0) {
        sound = empty(c);
        gpu_leave(c);
    }
    c->vendor->api.release(c->device);
    if (!sound && c->device < most_devices && kept[c->device]) { /* the next one begins with a context that works */
        kept[c->device] = 0;
        c->vendor->api.release(c->device);
    }
    free(c);
}

void gpu_forget(int vendor, int ordinal)
{
    struct vendor *v = vendors[vendor];
    int device;
    if (!v->opened || v->api.device(&device, ordinal) || device >= most_devices || !v->kept[device]) return;
    v->kept[device] = 0;
    v->api.release(device);
}

const char *gpu_device_name(const struct gpu *c) { return c->name; }
const char *gpu_device_bus(const struct gpu *c) { return c->bus; }
const char *gpu_device_arch(const struct gpu *c) { return c->arch; }
int gpu_multiprocessors(const struct gpu *c) { return c->multiprocessors; }
int gpu_lanes(const struct gpu *c) { return c->lanes; }
int gpu_shared(const struct gpu *c) { return c->shared; }

int gpu_memory(struct gpu *c, size_t *free_bytes, size_t *total, char *text) { INSIDE(c, memory, free_bytes, total); }
int gpu_allocate(struct gpu *c, size_t bytes, uint64_t *address, char *text) { INSIDE(c, allocate, address, bytes); }
int gpu_allocate_shared(struct gpu *c, size_t bytes, uint64_t *address, char *text) { INSIDE(c, allocate_shared, address, bytes); }
int gpu_release(struct gpu *c, uint64_t address, char *text) { INSIDE(c, free, address); }
int gpu_pinned(struct gpu *c, size_t bytes, void **address, char *text) { INSIDE(c, allocate_host, address, bytes, 0); }
int gpu_release_pinned(struct gpu *c, void *address, char *text) { INSIDE(c, free_host, address); }
int gpu_wait(struct gpu *c, int stream, char *text) { INSIDE(c, stream_wait, c->streams[stream]); }

/* What a loaded module holds. */
static int look_into(struct gpu *c, struct kernel *k, const char *name, unsigned shared, char *text)
{
    enum { local_bytes = 3, registers = 4, most_dynamic_shared = 8, plain_shared = 48 << 10 }; /* CU_FUNC_ATTRIBUTE_*, HIP_FUNC_ATTRIBUTE_* */
    TRY(c, function, &k->function, k->module, name);
    size_t bytes = 0;
    if (k->constants && c->vendor->api.global(&k->constants, &k->constant_bytes, k->module, "drawbridge_constants")) k->constants = 0;
    if (k->bounds && c->vendor->api.global(&k->bounds, &bytes, k->module, "drawbridge_bounds")) k->bounds = 0;
    if (shared > plain_shared) TRY(c, set_attribute, k->function, most_dynamic_shared, (int)shared);
    TRY(c, get_attribute, &k->registers, registers, k->function);
    TRY(c, get_attribute, &k->local, local_bytes, k->function);
    return 0;
}

int gpu_load(struct gpu *c, const void *code, const char *name, unsigned shared, struct kernel *k, char *text)
{
    if (gpu_enter(c, text)) return 1;
    int bad = CALL(c, load, &k->module, code);
    if (!bad) {
        bad = look_into(c, k, name, shared, text);
        if (bad) c->vendor->api.unload(k->module);
    }
    gpu_leave(c);
    return bad;
}

int gpu_unload(struct gpu *c, void *module, char *text) { INSIDE(c, unload, module); }

int gpu_launch(struct gpu *c, int stream, void *kernel, const struct launch *l, struct grid g, char *text)
{
    void *arguments[] = {(void *)l};
    INSIDE(c, launch, kernel, g.x, g.y, g.z, g.threads, 1, 1, g.shared, c->streams[stream], arguments, NULL);
}

/* Launches over fields: the block of a sweep goes to the kernel by value. */

int gpu_sweep(struct gpu *c, int stream, void *kernel, const void *block, struct grid g, char *text)
{
    void *arguments[] = {(void *)block};
    INSIDE(c, launch, kernel, g.x, g.y, g.z, g.threads, 1, 1, g.shared, c->streams[stream], arguments, NULL);
}

int gpu_fill(struct gpu *c, int stream, uint64_t address, unsigned char value, size_t bytes, char *text) { INSIDE(c, fill, address, value, bytes, c->streams[stream]); }
