/* What the bridge itself costs: an empty call, packing against a plain C loop of row memcpy, and the
 * start of the library in a fresh process. One JSON line per figure:
 *   {"bench":"bridge","name":..,"value":..,"unit":..,"goal":..,"yardstick":..,"ratio":..}
 *
 *   bench_bridge [LIBRARY]     default: ../../lib/libdrawbridge.so.0 from here
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef void (*copy_function)(const char *, double *, int, int, int, int, int, int, int, int, int, int, int, int, int);

static struct {
    void (*initialize)(int, int, int, int, int);
    void (*finalize)(void);
    void (*status)(int *);
    void (*sound_speed)(int);
    copy_function in, out;
} bridge;

enum { repeats = 201, species = 10, nx = 64, ny = 40, nz = 20, halo = 4, fx = nx + 2 * halo, fy = ny + 2 * halo,
       fz = nz + 2 * halo, points = nx * ny * nz };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, by_value);
    return values[n / 2];
}

static void line(const char *name, double value, const char *unit, double goal, double yardstick, double ratio)
{
    printf("{\"bench\":\"bridge\",\"name\":\"%s\",\"value\":%.4g,\"unit\":\"%s\",\"goal\":%.3g", name, value, unit, goal);
    if (yardstick > 0) printf(",\"yardstick\":%.4g,\"ratio\":%.3f", yardstick, ratio);
    printf("}\n");
}

/* A collection on no points: entry, guard, Go, back. */
static void empty_call(void)
{
    enum { calls = 2000 };
    double times[repeats];
    for (int r = 0; r < repeats; r++) {
        double begin = now();
        for (int i = 0; i < calls; i++) bridge.sound_speed(0);
        times[r] = (now() - begin) / calls;
    }
    line("empty call", 1e6 * median(times, repeats), "us", 0.5, 0, 0);
}

/* The loop that a C programmer writes; extents come at run time, as they do to us. */
__attribute__((noinline)) static void plain_rows(double *view, double *array, int out, size_t mx, size_t my, size_t mz)
{
    for (int v = 0; v < species; v++)
        for (size_t z = 0; z < mz; z++)
            for (size_t y = 0; y < my; y++) {
                double *row = array + halo + fx * (halo + y + fy * (halo + z + (size_t)fz * v));
                double *to = view + mx * (y + my * (z + mz * v));
                memcpy(out ? row : to, out ? to : row, mx * sizeof(double));
            }
}

static void packing(int out)
{
    double ours[repeats], plain[repeats], *view = aligned_alloc(64, sizeof(double) * points * species);
    double *array = aligned_alloc(64, sizeof(double) * fx * fy * fz * species);
    for (size_t i = 0; i < (size_t)fx * fy * fz * species; i++) array[i] = drand48();
    for (size_t i = 0; i < (size_t)points * species; i++) view[i] = drand48(); /* pages that were never written read fast */
    volatile size_t extent[] = {nx, ny, nz}; /* unknown to the compiler */
    for (int r = -3; r < repeats; r++) { /* in turn: ours first, plain first */
        double times[2];
        for (int i = 0; i < 2; i++) {
            int whose = (i + r) & 1;
            double begin = now();
            if (whose) plain_rows(view, array, out, extent[0], extent[1], extent[2]);
            else
                (out ? bridge.out : bridge.in)("Yi", array, fx, fy, fz, halo + 1, halo + nx, halo + 1, halo + ny, halo + 1,
                                               halo + nz, 1, species, 1, points);
            times[whose] = now() - begin;
        }
        if (r >= 0) ours[r] = times[0], plain[r] = times[1];
    }
    double bytes = 8.0 * points * species, us = median(ours, repeats), them = median(plain, repeats);
    line(out ? "packing out" : "packing in", 1e-9 * bytes / us, "GB/s", 1e-9 * bytes / them / 1.1, 1e-9 * bytes / them, them / us);
    free(view);
    free(array);
}

static void *refuse(const char *what, const char *name)
{
    fprintf(stderr, "bench_bridge: %s%s\n", what, name);
    exit(2);
}

static void *symbol(void *library, const char *name)
{
    void *s = dlsym(library, name);
    return s ? s : refuse("the library has no ", name);
}

static void open_bridge(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    if (!library) refuse("", dlerror());
    bridge.initialize = (void (*)(int, int, int, int, int))symbol(library, "frame_initialize_");
    bridge.finalize = (void (*)(void))symbol(library, "frame_finalize_");
    bridge.status = (void (*)(int *))symbol(library, "frame_status_");
    bridge.sound_speed = (void (*)(int))symbol(library, "frame_tvproperties_preoscalcsoundspeed_");
    bridge.in = (copy_function)symbol(library, "frame_castles_populateinputstripe_");
    bridge.out = (copy_function)symbol(library, "frame_castles_populateoutputstripe_");
}

/* What a fresh process prints: seconds from dlopen to the return of initialize, the first call. */
static int start_here(const char *path)
{
    double begin = now();
    open_bridge(path);
    bridge.initialize(-1, 16, 1, 0, 0);
    printf("%.9f\n", now() - begin);
    return 0;
}

static void start_of_library(const char *self, const char *path)
{
    enum { starts = 31 };
    double times[starts];
    char command[9000];
    snprintf(command, sizeof command, "'%s' --start '%s'", self, path);
    for (int i = 0; i < starts; i++) {
        FILE *child = popen(command, "r");
        if (!child || fscanf(child, "%lf", &times[i]) != 1) refuse("this command failed: ", command);
        pclose(child);
    }
    line("library start, dlopen to first call", 1e3 * median(times, starts), "ms", 5, 0, 0);
}

int main(int count, char **words)
{
    char beside[4096], self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = 0;
    if (count == 3 && strcmp(words[1], "--start") == 0) return start_here(words[2]);
    if (count > 2) {
        fprintf(stderr, "usage: bench_bridge [LIBRARY]\n");
        return 2;
    }
    snprintf(beside, sizeof beside, "%.*s../../lib/libdrawbridge.so.0", (int)(strrchr(self, '/') + 1 - self), self);
    const char *path = count == 2 ? words[1] : beside;
    setenv("DRAWBRIDGE_THREADS", "1", 1); /* one core against one core */
    open_bridge(path);
    bridge.initialize(-1, points, species, 0, 0);
    int code = 0;
    bridge.status(&code);
    if (code) return code;
    empty_call();
    packing(0);
    packing(1);
    bridge.finalize();
    start_of_library(self, path);
    return 0;
}
