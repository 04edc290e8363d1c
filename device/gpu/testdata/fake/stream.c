#define _GNU_SOURCE
#include "fake.h"
#include "../../driver.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { stream_places = 64 };
static struct stream *streams[stream_places];

double fake_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

long fake_number(const char *variable, long otherwise)
{
    const char *text = getenv(variable);
    return text && *text ? atol(text) : otherwise;
}

struct stream *stream_create(void)
{
    for (int i = 0; i < stream_places; i++) {
        if (streams[i]) continue;
        struct stream *s = calloc(1, sizeof *s);
        s->last = &s->first;
        return streams[i] = s;
    }
    return NULL;
}

static int blocked(const struct work *w) { return w->ready && !w->ready(w->of); }

static void stream_step(struct stream *s)
{
    struct work *w = s->first;
    while (blocked(w)) usleep(20);
    s->first = w->next;
    if (!s->first) s->last = &s->first;
    w->run(w);
    free(w);
}

void stream_finish(struct stream *s)
{
    while (s->first) stream_step(s);
}

/* Runs what can run now. */
static void stream_advance(struct stream *s)
{
    while (s->first && !blocked(s->first)) stream_step(s);
}

void stream_put(struct stream *s, struct work w)
{
    struct work *copy = malloc(sizeof *copy);
    *copy = w;
    copy->next = NULL;
    *s->last = copy;
    s->last = &copy->next;
    if (!fake_number("FAKE_CUDA_LAZY", 0)) stream_advance(s);
}

static void run_nothing(struct work *w) { (void)w; }

/* For the fake NCCL: ready is asked when the stream has come to it, again and again until it says 1. */
__attribute__((visibility("default"))) void fake_stream_external(struct stream *s, int (*ready)(void *), void *of)
{
    stream_put(s, (struct work){.run = run_nothing, .ready = ready, .of = of});
}

void stream_finish_all(void)
{
    for (int i = 0; i < stream_places; i++)
        if (streams[i]) stream_finish(streams[i]);
}

void stream_destroy(struct stream *s)
{
    stream_finish(s);
    for (int i = 0; i < stream_places; i++)
        if (streams[i] == s) streams[i] = NULL;
    free(s);
}

/* A context that ends takes its streams with it, and what was not done is never done. */
void stream_discard_all(void)
{
    for (int i = 0; i < stream_places; i++) {
        while (streams[i] && streams[i]->first) {
            struct work *w = streams[i]->first;
            streams[i]->first = w->next;
            free(w->arguments);
            free(w);
        }
        free(streams[i]);
        streams[i] = NULL;
    }
}

void run_copy(struct work *w)
{
    long slow = fake_number("FAKE_CUDA_SLOW", 0);
    if (slow > 0) usleep((useconds_t)slow);
    for (size_t z = 0; z < w->depth; z++)
        for (size_t y = 0; y < w->height; y++)
            memcpy(w->to + z * w->to_slice + y * w->to_pitch, w->from + z * w->from_slice + y * w->from_pitch, w->width);
}

static __attribute__((noinline)) void run_thread(struct work *w, void (*kernel)(struct launch))
{
    void *end[5];
    w->index->end = end;
    if (__builtin_setjmp(end) == 0) kernel(*(struct launch *)w->arguments);
}

/* Thread by thread: a kernel whose threads talk to each other does not work here. */
void run_kernel(struct work *w)
{
    void (*kernel)(struct launch) = (void (*)(struct launch))w->function;
    struct fake_index *i = w->index;
    i->block_dim = w->shape.block_dim;
    i->grid_dim = w->shape.grid_dim;
    for (unsigned block = 0; block < i->grid_dim.x * i->grid_dim.y * i->grid_dim.z; block++) {
        i->block.x = block % i->grid_dim.x;
        i->block.y = block / i->grid_dim.x % i->grid_dim.y;
        i->block.z = block / i->grid_dim.x / i->grid_dim.y;
        if (w->wait) run_fibers(w, w->wait);
        else for (i->thread.x = 0; i->thread.x < i->block_dim.x; i->thread.x++) run_thread(w, kernel);
    }
    free(w->arguments);
}

void run_event(struct work *w)
{
    w->event->stamp = fake_clock();
    w->event->done++;
}

/* Does what stands before an event in its stream, and no more. */
void event_finish(struct event *e)
{
    while (e->done < e->records && e->stream->first) stream_step(e->stream);
}

int event_over(struct event *e)
{
    while (e->done < e->records && e->stream->first && !blocked(e->stream->first)) stream_step(e->stream);
    return e->done == e->records;
}

void run_wait(struct work *w) { event_finish(w->event); }
