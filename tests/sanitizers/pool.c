/* The worker threads of the host device under a sanitizer: kernels, sweeps, copies of boxes and of fields on pools of 1 to 5
 * threads, opened and closed many times; every answer is compared. */
#include "../../device/host/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long state = 20261122;
static long draw(long below) /* 0 to below - 1 */
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (long)((state >> 33) % (unsigned long)below);
}
static void must(int right, const char *what)
{
    if (right) return;
    fprintf(stderr, "FAILED: %s\n", what);
    exit(1);
}

static long twice(const struct array *a, const double *parameters, const struct region *region, long begin, long end)
{
    (void)region;
    for (long t = begin; t < end; t++) a[1].at[t * a[1].point] = parameters[0] * a[0].at[t * a[0].point];
    return end - begin;
}

static void launch(struct pool *p)
{
    const long n = 1 + draw(20000), stride[2] = {1 + draw(3), 1 + draw(2)};
    double *data[2] = {malloc(8 * (size_t)(n * stride[0])), malloc(8 * (size_t)(n * stride[1]))}, two = 2;
    const struct array arrays[2] = {{.at = data[0], .point = stride[0]}, {.at = data[1], .point = stride[1]}};
    for (long t = 0; t < n; t++) data[0][t * stride[0]] = (double)t;
    must(pool_launch(p, (void *)twice, arrays, &two, NULL, n) == n, "every point is counted once");
    for (long t = 0; t < n; t++) must(data[1][t * stride[1]] == 2.0 * (double)t, "every point is computed");
    free(data[0]);
    free(data[1]);
}

static void count_items(const void *block, long begin, long end)
{
    int *const seen = *(int *const *)block;
    for (long i = begin; i < end; i++) seen[i]++;
}

static void sweep(struct pool *p)
{
    const long items = 1 + draw(3000);
    int *seen = calloc((size_t)items, sizeof *seen);
    pool_sweep(p, (void *)count_items, &seen, items, 1 + draw(9));
    for (long i = 0; i < items; i++) must(seen[i] == 1, "every item of a sweep is done once");
    free(seen);
}

/* Boxes of one array there, and back into another. */
static void copies(struct pool *p)
{
    const long nx = 1 + draw(40), ny = 1 + draw(12), nz = 1 + draw(9), width = 1 + draw(4), all = nx * ny * nz * width;
    double *from = malloc(8 * (size_t)all), *to = malloc(8 * (size_t)all), *memory = allocate_doubles((size_t)all);
    must(memory != NULL, "memory");
    for (long e = 0; e < all; e++) from[e] = (double)e, to[e] = -1;
    for (int back = 0; back < 2; back++) {
        struct box *boxes = copy_boxes(p, (int)width);
        must(boxes != NULL, "room for boxes");
        for (long v = 0; v < width; v++) /* a variable each */
            boxes[v] = (struct box){.bytes = 8, .past = draw(2), .extent = {nx, ny, nz, 1}, .host = (uintptr_t)((back ? to : from) + v * nx * ny * nz),
                                    .host_stride = {1, nx, nx * ny, 0}, .memory = (uintptr_t)memory, .offset = v * nx * ny * nz,
                                    .stride = {1, nx, nx * ny, 0}};
        if (draw(2)) {
            copy_all(p, (int)width, back);
        } else {
            copy_begin(p, (int)width, back);
            for (int v = 0; v < (int)width; v++) copy_until(p, v);
            copy_end(p);
        }
    }
    must(memcmp(from, to, 8 * (size_t)all) == 0, "what was copied comes back");
    release_doubles(memory, (size_t)all);
    free(from);
    free(to);
}

/* One box of elements of any size, whose rows have gaps in memory, as a field with a halo. */
static void fields(struct pool *p)
{
    static const long sizes[] = {1, 4, 8};
    const long nx = 1 + draw(50), ny = 1 + draw(20), nz = 1 + draw(10), bytes = sizes[draw(3)], row = nx + draw(5);
    const size_t all = (size_t)(nx * ny * nz * bytes), held = (size_t)(row * ny * nz * bytes);
    char *from = malloc(all), *to = calloc(all, 1), *memory = malloc(held);
    for (size_t i = 0; i < all; i++) from[i] = (char)draw(256);
    for (int back = 0; back < 2; back++) {
        struct box *b = copy_boxes(p, 1);
        must(b != NULL, "room for a box");
        *b = (struct box){.bytes = bytes, .extent = {nx, ny, nz, 1}, .host = (uintptr_t)(back ? to : from), .host_stride = {1, nx, nx * ny, 0},
                          .memory = (uintptr_t)memory, .stride = {1, row, row * ny, 0}};
        copy_all(p, 1, back);
    }
    must(memcmp(from, to, all) == 0, "a field comes back");
    free(from);
    free(to);
    free(memory);
}

int main(int count, char **arguments)
{
    const int rounds = count > 1 ? atoi(arguments[1]) : 20;
    void (*const works[])(struct pool *) = {launch, sweep, copies, fields};
    long done = 0;
    for (int round = 0; round < rounds; round++) {
        struct pool *p = pool_open(1 + (int)draw(5));
        must(p != NULL, "a pool");
        for (int i = 0; i < 50; i++, done++) {
            if (draw(8) == 0) pool_attend(p, (int)draw(2));
            works[draw(4)](p);
        }
        copy_close(p);
        pool_close(p);
    }
    printf("pool: %ld tasks on %d pools, all right\n", done, rounds);
    return 0;
}
