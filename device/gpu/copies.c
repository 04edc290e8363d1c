/* Copies between pinned host memory and the device, registration of host arrays, and the marks that
 * time them. */
#include "calls.h"

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

enum { on_host = 1, on_device = 2 };

static int rows(void *stream, int to_host, const struct transfer *t, char *text)
{
    const struct copy_2d in = {.source_kind = on_host, .source_host = (void *)t->host, .source_pitch = t->host_pitch,
                               .to_kind = on_device, .to_device = t->device, .to_pitch = t->device_pitch,
                               .width = t->width, .height = t->height};
    const struct copy_2d out = {.source_kind = on_device, .source_device = t->device, .source_pitch = t->device_pitch,
                                .to_kind = on_host, .to_host = (void *)t->host, .to_pitch = t->host_pitch,
                                .width = t->width, .height = t->height};
    TRY(cuMemcpy2DAsync_v2(to_host ? &out : &in, stream));
    return 0;
}

static int slices(void *stream, int to_host, const struct transfer *t, char *text)
{
    const struct copy_3d in = {.source_kind = on_host, .source_host = (void *)t->host, .source_pitch = t->host_pitch,
                               .source_height = t->host_rows, .to_kind = on_device, .to_device = t->device,
                               .to_pitch = t->device_pitch, .to_height = t->device_rows,
                               .width = t->width, .height = t->height, .depth = t->depth};
    const struct copy_3d out = {.source_kind = on_device, .source_device = t->device, .source_pitch = t->device_pitch,
                                .source_height = t->device_rows, .to_kind = on_host, .to_host = (void *)t->host,
                                .to_pitch = t->host_pitch, .to_height = t->host_rows,
                                .width = t->width, .height = t->height, .depth = t->depth};
    TRY(cuMemcpy3DAsync_v2(to_host ? &out : &in, stream));
    return 0;
}

static int start_copy(void *stream, int to_host, const struct transfer *t, char *text)
{
    if (t->depth > 1) return slices(stream, to_host, t, text);
    if (t->height > 1) return rows(stream, to_host, t, text);
    TRY(cuMemcpyAsync(to_host ? t->host : t->device, to_host ? t->device : t->host, t->width, stream));
    return 0;
}

int gpu_copy(struct gpu *c, int stream, int to_host, const struct transfer *list, int count, char *text)
{
    if (gpu_enter(c, text)) return 1;
    int bad = 0;
    for (int i = 0; i < count && !bad; i++) bad = start_copy(c->streams[stream], to_host, &list[i], text);
    gpu_leave();
    return bad;
}

int gpu_copy_between(struct gpu *c, int stream, uint64_t to, uint64_t from, size_t bytes, char *text)
{
    INSIDE(c, cuMemcpyAsync(to, from, bytes, c->streams[stream]));
}

int gpu_register(struct gpu *c, uintptr_t host, size_t bytes, char *text) { INSIDE(c, cuMemHostRegister_v2((void *)host, bytes, 0)); }
int gpu_unregister(struct gpu *c, uintptr_t host, char *text) { INSIDE(c, cuMemHostUnregister((void *)host)); }

static int follow(struct gpu *c, int queue, int from, int to, char *text)
{
    TRY(cuEventRecord(c->last[queue], c->streams[from]));
    TRY(cuStreamWaitEvent(c->streams[to], c->last[queue], 0));
    return 0;
}

int gpu_follow(struct gpu *c, int queue, int from, int to, char *text)
{
    if (gpu_enter(c, text)) return 1;
    const int bad = follow(c, queue, from, to, text);
    gpu_leave();
    return bad;
}

int gpu_seal(struct gpu *c, int queue, int from, char *text) { INSIDE(c, cuEventRecord(c->last[queue], c->streams[from])); }
int gpu_wait_queue(struct gpu *c, int queue, char *text) { INSIDE(c, cuEventSynchronize(c->last[queue])); }

static int mark(struct gpu *c, int queue, int number, int stream, char *text)
{
    if (!c->events[queue][number]) TRY(cuEventCreate(&c->events[queue][number], 0));
    TRY(cuEventRecord(c->events[queue][number], c->streams[stream]));
    return 0;
}

int gpu_mark(struct gpu *c, int queue, int number, int stream, char *text)
{
    if (gpu_enter(c, text)) return 1;
    const int bad = mark(c, queue, number, stream, text);
    gpu_leave();
    return bad;
}

int gpu_elapsed(struct gpu *c, int queue, int from, int to, float *milliseconds, char *text)
{
    INSIDE(c, cuEventElapsedTime(milliseconds, c->events[queue][from], c->events[queue][to]));
}

int gpu_graph_copy(struct gpu *c, struct graph *g, uint64_t to, uint64_t from, size_t bytes, char *text)
{
    const struct copy_3d p = {.source_kind = on_device, .source_device = from, .to_kind = on_device, .to_device = to, .width = bytes, .height = 1, .depth = 1};
    void *node = NULL;
    if (gpu_enter(c, text)) return 1;
    const int bad = gpu_failed(gpu_driver.cuGraphAddMemcpyNode(&node, g->graph, &g->last, !!g->last, &p, c->context), "cuGraphAddMemcpyNode", text);
    gpu_leave();
    if (!bad) g->last = node;
    return bad;
}
