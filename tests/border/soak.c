/* Long use: calls with changing sizes. Memory, threads and file handles stay as they are in the second half.
 *   soak WORK CALLS [times]    times: an empty call and the pauses are judged too */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../bridge/entry.h"

enum { bins = 1 << 16, bin_ns = 100, pause_ns = 500000 };

struct times {
    long count[bins], pauses;
    double longest;
};

struct use {
    double kilobytes;
    int threads, files;
};

static struct times empty, idle; /* an empty call; the same time without one: what the machine itself does */
static unsigned long state = 1;
static long calls, failures;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void good(const char *what, int code)
{
    char message[300] = "";
    calls++;
    if (code == 0 || failures++ > 5) return;
    frame_message_(message, sizeof message - 1);
    printf("FAILED: %s: %s\n", what, message);
}

static void note(struct times *t, double ns)
{
    const long bin = (long)(ns / bin_ns);
    t->count[bin < bins ? bin : bins - 1]++;
    t->pauses += ns > pause_ns;
    if (ns > t->longest) t->longest = ns;
}

static double quantile(const struct times *t, double part)
{
    long all = 0, seen = 0;
    for (int i = 0; i < bins; i++) all += t->count[i];
    for (int i = 0; i < bins; i++)
        if ((double)(seen += t->count[i]) >= part * (double)all) return (i + 1) * bin_ns;
    return bins * bin_ns;
}

static void empty_call(void)
{
    int count = 0;
    const double begin = now();
    const int code = drawbridge_species_count(&count);
    const double end = now();
    double later = end;
    while (later < end + 500) later = now();
    note(&empty, end - begin);
    note(&idle, later - end);
    good("species_count", code);
}

static int entries(const char *folder)
{
    int n = 0;
    DIR *d = opendir(folder);
    while (d && readdir(d)) n++;
    if (d) closedir(d);
    return n;
}

static struct use look(void)
{
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) failures++;
    if (file) fclose(file);
    return (struct use){(double)resident * (double)sysconf(_SC_PAGESIZE) / 1024, entries("/proc/self/task"), entries("/proc/self/fd")};
}

static void initialize(void)
{
    static const char settings[] = "threads=2\nlog=off";
    good("initialize", drawbridge_initialize(64 + (int)below(2000), 2, "CH4O2 ", 2, 3, 4, settings, sizeof settings - 1, NULL));
}

static double *fill(size_t points)
{
    double *q = malloc(8 * 4 * points);
    for (size_t i = 0; i < points; i++) {
        q[i] = 5e6;
        q[points + i] = 300 + (double)(i % 400);
        q[2 * points + i] = 0.25;
        q[3 * points + i] = 0.75;
    }
    return q;
}

static void plan(const int *shape, const int *interior, double *q, double *out)
{
    int handle = 0;
    const int one[4] = {shape[0], shape[1], shape[2], 1};
    good("plan create", drawbridge_plan_create("preosrhohfromtpprop", 19, shape, interior, &handle));
    good("plan P", drawbridge_plan_array(handle, 0, "P", 1, q, shape, interior, 1));
    good("plan T", drawbridge_plan_array(handle, 0, "T", 1, q, shape, interior, 2));
    good("plan Yi", drawbridge_plan_array(handle, 0, "Yi", 2, q, shape, interior, 3));
    good("plan rho", drawbridge_plan_array(handle, 1, "rho", 3, out, one, interior, 1));
    good("plan run", drawbridge_plan_run(handle));
    good("plan destroy", drawbridge_plan_destroy(handle));
}

static void stripes(const int *s, const int *b, double *q, double *out)
{
    const int n = (b[1] - b[0] + 1) * (b[3] - b[2] + 1) * (b[5] - b[4] + 1), last = n < 64 ? n : 64;
    const size_t points = (size_t)s[0] * (size_t)s[1] * (size_t)s[2];
    int code = 0;
    frame_castles_populateinputstripe_("P", q, s[0], s[1], s[2], b[0], b[1], b[2], b[3], b[4], b[5], 1, 1, 1, last);
    frame_castles_populateinputstripe_("T", q + points, s[0], s[1], s[2], b[0], b[1], b[2], b[3], b[4], b[5], 1, 1, 1, last);
    frame_castles_populateinputstripe_("Yi", q, s[0], s[1], s[2], b[0], b[1], b[2], b[3], b[4], b[5], 3, 4, 1, last);
    frame_tvproperties_preosthermalproperties_(last);
    frame_castles_populateoutputstripe_("rho", out, s[0], s[1], s[2], b[0], b[1], b[2], b[3], b[4], b[5], 1, 1, 1, last);
    frame_status_(&code);
    calls += 4;
    good("stripes", code);
}

static void fields(const int *s, double *q)
{
    static const double numbers[3] = {1, 1, 1};
    const int all[6] = {1, s[0], 1, s[1], 1, s[2]}, one[4] = {s[0], s[1], s[2], 1};
    int sequence = 0;
    double sum;
    good("create a", drawbridge_field_create("a", 1, s, 3, 1, "double", 6));
    good("create b", drawbridge_field_create("b", 1, s, 3, 1, "double", 6));
    good("upload", drawbridge_field_copy("a", 1, 0, q, 8, one, all, 1, 0));
    good("sequence", drawbridge_sequence_create("s", 1, &sequence));
    good("fill", drawbridge_sequence_apply(sequence, "fill", 4, "", 0, "a", 1, NULL, 0, "kind=periodic faces=all", 23));
    good("apply", drawbridge_sequence_apply(sequence, "laplacian", 9, "a", 1, "b", 1, numbers, 3, "", 0));
    good("run", drawbridge_sequence_run(sequence, 2));
    good("reduce", drawbridge_field_reduce("sum", 3, "b", 1, "", 0, &sum));
    good("sequence destroy", drawbridge_sequence_destroy(sequence));
    good("destroy a", drawbridge_field_destroy("a", 1));
    good("destroy b", drawbridge_field_destroy("b", 1));
}

static void snapshot(const char *work, const int *shape, const int *b, double *q)
{
    static const double origin[3], spacing[3] = {1, 1, 1};
    const int cells[3] = {b[1] - b[0] + 1, b[3] - b[2] + 1, b[5] - b[4] + 1}, first[3] = {1, 1, 1};
    char path[300];
    int handle = 0, read_cells[3], step;
    double a[3], d[3], time;
    const int n = snprintf(path, sizeof path, "%s/soak.hdf", work);
    good("snapshot create", drawbridge_snapshot_create(path, n, cells, origin, spacing, 1, 1, "soak", 4, NULL, NULL, 0, 0, 0, &handle));
    good("snapshot field", drawbridge_snapshot_field(handle, "P", 1, "Pa", 2, q, shape, b, 1, 0));
    good("snapshot close", drawbridge_snapshot_close(handle));
    good("snapshot open", drawbridge_snapshot_open(path, n, read_cells, a, d, &time, &step, &handle));
    good("snapshot read", drawbridge_snapshot_read(handle, "P", 1, q, shape, b, 1, first));
    good("snapshot close", drawbridge_snapshot_close(handle));
}

/* A refused call leaves nothing behind either. */
static void refused(void)
{
    int handle;
    calls += 2;
    if (drawbridge_plan_run(1 << 30) == 0 || drawbridge_plan_create("nothing", 7, NULL, NULL, &handle) == 0) failures++;
}

static void round_of_calls(const char *work, long i)
{
    int shape[4], interior[6];
    for (int d = 0; d < 3; d++) {
        shape[d] = 4 + (int)below(i % 500 == 0 ? 60 : 14);
        interior[2 * d] = 1 + (int)below(2);
        interior[2 * d + 1] = shape[d] - (int)below(2);
    }
    shape[3] = 4;
    const size_t points = (size_t)shape[0] * (size_t)shape[1] * (size_t)shape[2];
    double *q = fill(points), *out = calloc(points, 8);
    stripes(shape, interior, q, out);
    plan(shape, interior, q, out);
    if (i % 4 == 0) fields(shape, q);
    if (i % 100 == 0) snapshot(work, shape, interior, q);
    refused();
    empty_call();
    free(q);
    free(out);
    if (i % 1000 == 999) {
        good("finalize", drawbridge_finalize());
        initialize();
    }
}

static void print_times(const char *what, const struct times *t)
{
    printf("%-22s median %6.1f us, 99.9 %% below %6.1f us, longest %8.1f us, %ld above 0.5 ms\n", what, quantile(t, 0.5) / 1e3,
           quantile(t, 0.999) / 1e3, t->longest / 1e3, t->pauses);
}

static void judge(int condition, const char *what)
{
    if (condition) return;
    failures++;
    printf("FAILED: %s\n", what);
}

int main(int count, char **words)
{
    if (count < 3) return 2;
    const long wanted = atol(words[2]);
    struct use first = {0, 0, 0}, worst = {0, 0, 0};
    setenv("DRAWBRIDGE_DEVICE", "host", 1);
    setenv("DRAWBRIDGE_ON_ERROR", "return", 1);
    setenv("DRAWBRIDGE_STENCILS", "first", 1);
    initialize();
    for (long i = 0; calls < wanted; i++) {
        round_of_calls(words[1], i);
        if (i % 200 != 199) continue;
        const struct use u = look();
        struct use *to = calls < wanted / 2 ? &first : &worst; /* the first half fills pools */
        if (u.kilobytes > to->kilobytes) to->kilobytes = u.kilobytes;
        if (u.threads > to->threads) to->threads = u.threads;
        if (u.files > to->files) to->files = u.files;
    }
    printf("%ld calls; at most %.0f kB, %d threads, %d files in the first half, %.0f kB, %d threads, %d files later\n", calls,
           first.kilobytes, first.threads - 2, first.files - 3, worst.kilobytes, worst.threads - 2, worst.files - 3);
    print_times("empty call", &empty);
    print_times("the machine by itself", &idle);
    judge(worst.kilobytes < first.kilobytes + 4096, "the resident memory grows");
    judge(worst.threads <= first.threads + 1, "the number of threads grows");
    judge(worst.files <= first.files, "the number of open files grows");
    if (count > 3) {
        judge(quantile(&empty, 0.999) < 20000 || quantile(&idle, 0.999) > 5000, "one empty call in 1000 takes 20 us or more");
        judge(empty.pauses <= 2 * idle.pauses + 5, "empty calls pause for 0.5 ms, the machine by itself does not");
    }
    printf("soak: %s\n", failures ? "FAILED" : "ok");
    return failures != 0;
}
