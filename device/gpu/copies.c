/* Copies between pinned host memory and the device, registration of host arrays, the marks that time them, and graphs of launches and
 * copies; memory of the caller's and of other processes. */
#include "api.h"

static int start_copy(struct gpu *c, void *stream, int to_host, const struct transfer *t, char *text)
{
    if (t->depth > 1) TRY(c, copy_slices, t, to_host, stream);
    else if (t->height > 1) TRY(c, copy_rows, t, to_host, stream);
    else TRY(c, copy, to_host ? t->host : t->device, to_host ? t->device : t->host, t->width, stream);
    return 0;
}

int gpu_copy(struct gpu *c, int stream, int to_host, const struct transfer *list, int count, char *text)
{
    if (gpu_enter(c, text)) return 1;
    int bad = 0;
    for (int i = 0; i < count && !bad; i++) bad = start_copy(c, c->streams[stream], to_host, &list[i], text);
    gpu_leave(c);
    return bad;
}

int gpu_copy_between(struct gpu *c, int stream, uint64_t to, uint64_t from, size_t bytes, char *text)
{
    INSIDE(c, copy, to, from, bytes, c->streams[stream]);
}

int gpu_register(struct gpu *c, uintptr_t host, size_t bytes, char *text) { INSIDE(c, register_host, (void *)host, bytes, 0); }
int gpu_unregister(struct gpu *c, uintptr_t host, char *text) { INSIDE(c, unregister_host, (void *)host); }

static int follow(struct gpu *c, int queue, int from, int to, char *text)
{
    TRY(c, event_record, c->last[queue], c->streams[from]);
    TRY(c, stream_follow, c->streams[to], c->last[queue], 0);
    return 0;
}

int gpu_follow(struct gpu *c, int queue, int from, int to, char *text)
{
    if (gpu_enter(c, text)) return 1;
    const int bad = follow(c, queue, from, to, text);
    gpu_leave(c);
    return bad;
}

int gpu_seal(struct gpu *c, int queue, int from, char *text) { INSIDE(c, event_record, c->last[queue], c->streams[from]); }
int gpu_wait_queue(struct gpu *c, int queue, char *text) { INSIDE(c, event_wait, c->last[queue]); }

static int mark(struct gpu *c, int queue, int number, int stream, char *text)
{
    if (!c->events[queue][number]) TRY(c, event_create, &c->events[queue][number], 0);
    TRY(c, event_record, c->events[queue][number], c->streams[stream]);
    return 0;
}

int gpu_mark(struct gpu *c, int queue, int number, int stream, char *text)
{
    if (gpu_enter(c, text)) return 1;
    const int bad = mark(c, queue, number, stream, text);
    gpu_leave(c);
    return bad;
}

int gpu_elapsed(struct gpu *c, int queue, int from, int to, float *milliseconds, char *text)
{
    INSIDE(c, elapsed, milliseconds, c->events[queue][from], c->events[queue][to]);
}

/* Graphs: launches and copies in the order in which they were added, as a graph of the driver. */

int gpu_graph_begin(struct gpu *c, struct graph *g, char *text) { INSIDE(c, graph_create, &g->graph, 0); }

int gpu_graph_sweep(struct gpu *c, struct graph *g, void *kernel, const void *block, struct grid shape, void **node, char *text)
{
    void *arguments[] = {(void *)block};
    const struct kernel_node p = {kernel, shape, arguments};
    if (gpu_enter(c, text)) return 1;
    const int bad = CALL(c, graph_kernel, node, g->graph, &g->last, !!g->last, &p);
    gpu_leave(c);
    if (!bad) g->last = *node;
    return bad;
}

int gpu_graph_copy(struct gpu *c, struct graph *g, uint64_t to, uint64_t from, size_t bytes, char *text)
{
    const struct copy_node p = {to, from, bytes, c->context};
    void *node = NULL;
    if (gpu_enter(c, text)) return 1;
    const int bad = CALL(c, graph_copy, &node, g->graph, &g->last, !!g->last, &p);
    gpu_leave(c);
    if (!bad) g->last = node;
    return bad;
}

int gpu_graph_renew(struct gpu *c, struct graph *g, void *node, void *kernel, const void *block, struct grid shape, char *text)
{
    void *arguments[] = {(void *)block};
    const struct kernel_node p = {kernel, shape, arguments};
    INSIDE(c, graph_renew, g->ready, node, &p);
}

int gpu_graph_end(struct gpu *c, struct graph *g, char *text) { INSIDE(c, graph_end, &g->ready, g->graph, 0); }

int gpu_graph_start(struct gpu *c, const struct graph *g, int stream, char *text) { INSIDE(c, graph_launch, g->ready, c->streams[stream]); }

void gpu_graph_destroy(struct gpu *c, struct graph *g)
{
    char text[text_size];
    if (gpu_enter(c, text)) return;
    if (g->ready) c->vendor->api.graph_forget(g->ready);
    if (g->graph) c->vendor->api.graph_destroy(g->graph);
    gpu_leave(c);
    *g = (struct graph){0};
}

/* Memory and streams of the caller's on the GPU. */

/* CU_POINTER_ATTRIBUTE_*, HIP_POINTER_ATTRIBUTE_*; a failing question says that the driver does not know the address. */
static int ask(struct gpu *c, struct foreign *f, uint64_t address)
{
    enum { kind = 2, ordinal = 9, begin = 11, bytes = 12 };
    unsigned type = 0;
    if (c->vendor->api.pointer(&type, kind, address)) return 0;
    f->kind = type == 2 ? 2 : 1;
    return !c->vendor->api.pointer(&f->ordinal, ordinal, address) &&
           !c->vendor->api.pointer(&f->begin, begin, address) &&
           !c->vendor->api.pointer(&f->bytes, bytes, address);
}

int gpu_foreign(struct gpu *c, uint64_t address, struct foreign *f, char *text)
{
    *f = (struct foreign){0};
    if (gpu_enter(c, text)) return 1;
    if (!ask(c, f, address) && f->kind == 2) f->kind = 0;
    gpu_leave(c);
    return 0;
}

static int after(struct gpu *c, void *stream, char *text)
{
    if (!stream) {
        TRY(c, device_wait);
        return 0;
    }
    TRY(c, event_record, c->last[0], stream);
    for (int i = 0; i < most_streams; i++) TRY(c, stream_follow, c->streams[i], c->last[0], 0);
    return 0;
}

int gpu_after(struct gpu *c, void *stream, char *text)
{
    if (gpu_enter(c, text)) return 1;
    const int bad = after(c, stream, text);
    gpu_leave(c);
    return bad;
}

/* Memory that processes of a node share. */

int gpu_share(struct gpu *c, uint64_t address, struct memory_handle *handle, char *text) { INSIDE(c, share, handle, address); }

int gpu_reach(struct gpu *c, const struct memory_handle *handle, uint64_t *address, char *text)
{
    enum { from_any_device = 1 }; /* CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS */
    INSIDE(c, reach, address, *handle, from_any_device);
}

int gpu_leave_memory(struct gpu *c, uint64_t address, char *text) { INSIDE(c, leave_memory, address); }
