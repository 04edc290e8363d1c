#include "api.h"

#include <dlfcn.h>
#include <stdio.h>

typedef int outcome; /* ncclResult_t */
enum { in_progress = 7, bytes_of_char = 0, not_ready = 600, oldest = 21400 };

/* ncclConfig_t of 2.14: later versions see by its version that the rest has its defaults */
struct config {
    size_t size;
    unsigned magic, version;
    int blocking;
};

#define NCCL(X)                                                                                 \
    X(ncclGetVersion, (int *))                                                                  \
    X(ncclGetUniqueId, (struct nccl_id *))                                                      \
    X(ncclCommInitRankConfig, (void **, int, struct nccl_id, int, struct config *))             \
    X(ncclCommGetAsyncError, (void *, outcome *))                                               \
    X(ncclCommAbort, (void *))                                                                  \
    X(ncclGroupStart, (void))                                                                   \
    X(ncclGroupEnd, (void))                                                                     \
    X(ncclSend, (const void *, size_t, int, int, void *, void *))                               \
    X(ncclRecv, (void *, size_t, int, int, void *, void *))

static struct collectives {
#define MEMBER(name, arguments) outcome(*name) arguments;
    NCCL(MEMBER)
#undef MEMBER
    const char *(*ncclGetErrorString)(outcome);
    const char *(*ncclGetLastError)(void *); /* of 2.13 and later */
    void *opened;
    int version;
} all[vendor_count];

static struct collectives *of(const struct gpu *c)
{
    int i = 0;
    while (vendors[i] != c->vendor) i++;
    return &all[i];
}

static int find(struct collectives *nccl, const char *who, void *library, char *text)
{
#define FIND(member, arguments)                                                            \
    if (!(*(void **)&nccl->member = dlsym(library, #member))) {                            \
        snprintf(text, text_size, "the library has no %s; %s 2.14 or later is expected", #member, who); \
        return 1;                                                                          \
    }
    NCCL(FIND)
    FIND(ncclGetErrorString, )
    *(void **)&nccl->ncclGetLastError = dlsym(library, "ncclGetLastError");
    return 0;
}

static int failed(const struct collectives *nccl, outcome r, const char *call, void *communicator, char *text)
{
    const char *why = nccl->ncclGetErrorString(r), *more = nccl->ncclGetLastError ? nccl->ncclGetLastError(communicator) : NULL;
    snprintf(text, text_size, "%s: %.200s%s%.500s", call, why ? why : "unknown error", more && *more ? ": " : "", more && *more ? more : "");
    return nccl_failed;
}

int nccl_open(int vendor, const char *path, int *version, char *text)
{
    struct collectives *nccl = &all[vendor];
    const struct vendor *v = vendors[vendor];
    void *library = nccl->opened ? nccl->opened : open_library(path, v->collective_libraries);
    if (!library) {
        const char *why = dlerror();
        snprintf(text, text_size, "no %s (%s)%s%.300s: %.600s", v->collectives, v->collective_libraries[0], path && *path ? " at " : "", path && *path ? path : "", why ? why : "");
        return 1;
    }
    if (!nccl->opened && (find(nccl, v->collectives, library, text) || (nccl->ncclGetVersion(&nccl->version) && failed(nccl, 1, "ncclGetVersion", NULL, text)))) {
        dlclose(library);
        return 1;
    }
    *version = nccl->version;
    if (nccl->version < oldest) {
        snprintf(text, text_size, "%s %d.%d is too old, 2.14 or later is expected", v->collectives, nccl->version / 10000, nccl->version / 100 % 100);
        return 1;
    }
    nccl->opened = library;
    return 0;
}

int nccl_identify(struct gpu *c, struct nccl_id *id, char *text)
{
    if (gpu_enter(c, text)) return 1;
    const outcome r = of(c)->ncclGetUniqueId(id);
    gpu_leave(c);
    return r ? failed(of(c), r, "ncclGetUniqueId", NULL, text) : 0;
}

static int answer(const struct collectives *nccl, outcome r, const char *call, void *communicator, char *text)
{
    if (r && r != in_progress) return failed(nccl, r, call, communicator, text);
    return r ? nccl_under_way : nccl_over;
}

int nccl_join(struct gpu *c, const struct nccl_id *id, int ranks, int rank, void **communicator, char *text)
{
    struct config config = {sizeof config, 0xcafebeef, oldest, 0};
    if (gpu_enter(c, text)) return nccl_failed;
    const outcome r = of(c)->ncclCommInitRankConfig(communicator, ranks, *id, rank, &config);
    gpu_leave(c);
    return answer(of(c), r, "ncclCommInitRankConfig", NULL, text);
}

static outcome start(const struct collectives *nccl, void *communicator, void *stream, const struct parcel *list, int count, const char **call)
{
    outcome r = nccl->ncclGroupStart();
    *call = "ncclGroupStart";
    for (int i = 0; i < count && (r == 0 || r == in_progress); i++) {
        const struct parcel *p = &list[i];
        *call = p->sends ? "ncclSend" : "ncclRecv";
        if (p->sends) r = nccl->ncclSend((const void *)(uintptr_t)p->address, p->bytes, bytes_of_char, p->peer, communicator, stream);
        else r = nccl->ncclRecv((void *)(uintptr_t)p->address, p->bytes, bytes_of_char, p->peer, communicator, stream);
    }
    const outcome last = nccl->ncclGroupEnd();
    if (r && r != in_progress) return r;
    *call = "ncclGroupEnd";
    return last;
}

int nccl_exchange(struct gpu *c, void *communicator, int stream, const struct parcel *list, int count, char *text)
{
    const char *call = "";
    if (gpu_enter(c, text)) return nccl_failed;
    const outcome r = start(of(c), communicator, c->streams[stream], list, count, &call);
    gpu_leave(c);
    return answer(of(c), r, call, communicator, text);
}

int nccl_look(struct gpu *c, void *communicator, char *text)
{
    outcome state = 0;
    if (gpu_enter(c, text)) return nccl_failed;
    const outcome r = of(c)->ncclCommGetAsyncError(communicator, &state);
    gpu_leave(c);
    if (r) return failed(of(c), r, "ncclCommGetAsyncError", communicator, text);
    return answer(of(c), state, c->vendor->collectives, communicator, text);
}

void nccl_abort(struct gpu *c, void *communicator)
{
    char text[text_size];
    if (gpu_enter(c, text)) return;
    of(c)->ncclCommAbort(communicator);
    gpu_leave(c);
}

int gpu_event_make(struct gpu *c, void **event, char *text) { INSIDE(c, event_create, event, 2 /* no time */); }
int gpu_event_record(struct gpu *c, void *event, int stream, char *text) { INSIDE(c, event_record, event, c->streams[stream]); }

int gpu_event_passed(struct gpu *c, void *event, char *text)
{
    if (gpu_enter(c, text)) return nccl_failed;
    const result r = c->vendor->api.event_query(event);
    gpu_leave(c);
    if (r == not_ready) return nccl_under_way;
    return gpu_failed(c->vendor, r, c->vendor->names.event_query, text) ? nccl_failed : nccl_over;
}

void gpu_event_end(struct gpu *c, void *event)
{
    char text[text_size];
    if (gpu_enter(c, text)) return;
    c->vendor->api.event_destroy(event);
    gpu_leave(c);
}

int gpu_current(struct gpu *c, char *text) { return gpu_enter(c, text); }
void gpu_no_more_current(struct gpu *c) { gpu_leave(c); }
