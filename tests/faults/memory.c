/* Allocation failure at every site: the n-th allocation within calls of Drawbridge fails, for n = 1, 2, ... The host
 * survives each, and what it does afterwards is right. Go's own abort is the one exception, and is counted.
 *   memory KIND STEP     a process for each STEP-th n; KIND: malloc, mmap, or with "-lasting" all from the n-th on
 *   memory KIND -n N     this one
 * Needs neither a GPU nor ranks. Snapshots are part of it where HDF5 is found. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing_memory.h"
#include "host.h"

enum { survived, wrong_afterwards, aborted_by_go, aborted_at_thread, died, outcomes };

static double in[4 * points], out[points];
static int failures;
static char first_failure[300];

/* A call within which allocations fail; its status. */
#define CALL(call) (memory_enter(), ended(#call, (call)))
#define LEGACY_CALL(call) (memory_enter(), call, ended(#call, status()))

static int ended(const char *call, int code)
{
    memory_leave();
    if (code == 0) return code;
    failures++;
    if (failures == 1) snprintf(first_failure, sizeof first_failure, "%.60s: %d: %.200s", call, code, message_of_call());
    return code;
}

static int status(void)
{
    int code = 0;
    frame_status_(&code);
    return code;
}

/* The legacy face with species data of the host's. */
static void legacy(void)
{
    static const double W[2] = {32e-3, 16e-3}, Tc[2] = {154.6, 190.6}, Pc[2] = {5.04e6, 4.6e6}, omega[2] = {0.02, 0.01}, Tmid[2] = {1000, 1000};
    static const double nasa[14] = {3.5, 0, 0, 0, 0, -1000, 4, 4.5, 0, 0, 0, 0, -1000, 4};
    LEGACY_CALL(frame_initialize_(-1, 2000, 2, 0, 0));
    LEGACY_CALL(frame_castles_populatepreosshareddata_(W, Tc, Pc, omega, NULL, Tmid, nasa, nasa));
    LEGACY_CALL(frame_castles_populateinputstripe_("T", in, edge, edge, edge, 1, edge, 1, edge, 1, edge, 1, 1, 1, points));
    LEGACY_CALL(frame_castles_populateinputstripe_("P", in, edge, edge, edge, 1, edge, 1, edge, 1, edge, 2, 2, 1, points));
    LEGACY_CALL(frame_castles_populateinputstripe_("Yi", in, edge, edge, edge, 1, edge, 1, edge, 1, edge, 3, 4, 1, points));
    LEGACY_CALL(frame_tvproperties_preosrhohfromtpprop_(points));
    LEGACY_CALL(frame_castles_populateoutputstripe_("rho", out, edge, edge, edge, 1, edge, 1, edge, 1, edge, 1, 1, 1, points));
    LEGACY_CALL(frame_finalize_());
}

static void fields(void)
{
    static const int edges[3] = {12, 12, 12}, whole[6] = {1, edge, 1, edge, 1, edge}, shape[4] = {edge, edge, edge, 4};
    static const double spacing[3] = {1, 1, 1};
    double value = 0;
    int handle = 0;
    CALL(drawbridge_field_create("u", 1, edges, 3, 1, "double", 6));
    CALL(drawbridge_field_create("v", 1, edges, 3, 1, "double", 6));
    CALL(drawbridge_field_copy("u", 1, 0, in, 8, shape, whole, 1, 0));
    CALL(drawbridge_sequence_create("s", 1, &handle));
    CALL(drawbridge_sequence_apply(handle, "laplacian", 9, "u", 1, "v", 1, spacing, 3, "", 0));
    CALL(drawbridge_sequence_run(handle, 2));
    CALL(drawbridge_field_reduce("sum", 3, "v", 1, "", 0, &value));
    CALL(drawbridge_sequence_destroy(handle));
}

static void snapshot(void)
{
    static const int cells[3] = {edge, edge, edge}, whole[6] = {1, edge, 1, edge, 1, edge}, shape[4] = {edge, edge, edge, 4}, first[3] = {1, 1, 1};
    static const double zero[3] = {0, 0, 0}, spacing[3] = {1, 1, 1};
    double origin[3], distance[3], time;
    int handle = 0, read[3], step;
    char name[64];
    if (getenv("WITHOUT_SNAPSHOTS")) return;
    const int length = snprintf(name, sizeof name, "memory_%d.h5", (int)getpid());
    if (CALL(drawbridge_snapshot_create(name, length, cells, zero, spacing, 0, 0, "", 0, NULL, NULL, 0, 1, 0, &handle)) == 0) {
        CALL(drawbridge_snapshot_field(handle, "T", 1, "K", 1, in, shape, whole, 1, 0));
        CALL(drawbridge_snapshot_close(handle));
        if (CALL(drawbridge_snapshot_open(name, length, read, origin, distance, &time, &step, &handle)) == 0) {
            CALL(drawbridge_snapshot_read(handle, "T", 1, in, shape, whole, 1, first));
            CALL(drawbridge_snapshot_close(handle));
        }
    }
    unlink(name);
}

static void modern(void)
{
    static const int space[3] = {edge, edge, edge}, whole[6] = {1, edge, 1, edge, 1, edge};
    static const int four[4] = {edge, edge, edge, 4}, one[4] = {edge, edge, edge, 1};
    static const char settings[] = "threads=2\nreport=/dev/null\nlog=off";
    char text[20000];
    int plan = 0, length = 0;
    CALL(drawbridge_initialize(2000, 2, "O2 CH4", 2, 3, 0, settings, (int)strlen(settings), NULL));
    CALL(drawbridge_plan_create("preosrhohfromtpprop", 19, space, whole, &plan));
    CALL(drawbridge_plan_array(plan, 0, "T", 1, in, four, NULL, 1));
    CALL(drawbridge_plan_array(plan, 0, "P", 1, in, four, NULL, 2));
    CALL(drawbridge_plan_array(plan, 0, "Yi", 2, in, four, NULL, 3));
    CALL(drawbridge_plan_array(plan, 1, "rho", 3, out, one, NULL, 1));
    CALL(drawbridge_plan_run(plan));
    CALL(drawbridge_report_text(text, sizeof text, &length));
    fields();
    snapshot();
    CALL(drawbridge_plan_destroy(plan));
    CALL(drawbridge_finalize());
}

static void program(void)
{
    for (int i = 0; i < points; i++) {
        in[i] = 300;
        in[i + points] = 1e7;
        in[i + 2 * points] = in[i + 3 * points] = 0.5;
    }
    legacy();
    modern();
}

static int one(enum memory_kind kind, long nth, int lasting)
{
    setenv("DRAWBRIDGE_ON_ERROR", "return", 1);
    setenv("DRAWBRIDGE_LOG", "off", 1);
    setenv("DRAWBRIDGE_DEVICE", "host", 1);
    memory_fail(kind, nth, lasting);
    program();
    if (nth == 0) {
        if (failures) fprintf(stderr, "%s\n", first_failure);
        dprintf(3, "%ld\n", memory_count());
        return failures ? wrong_afterwards : survived;
    }
    drawbridge_finalize(); /* where a failure left a Frame */
    memory_fail(kind, 0, 0);
    failures = 0;
    memset(out, 0, sizeof out);
    program();
    if (failures || fabs(out[0] - 90) > 10) {
        fprintf(stderr, "afterwards %d calls fail: %s\n", failures, first_failure);
        return wrong_afterwards;
    }
    return survived;
}

/* What became of a process, by its end and its last words. */
static int outcome(int end, const char *words)
{
    static const char *const of_go[] = {"runtime: out of memory", "runtime: cannot allocate", "runtime/cgo: malloc failed", "cannot map pages in arena",
                                        "out of memory allocating heap arena metadata"};
    if (end == survived || end == wrong_afterwards) return end;
    if (strstr(words, "out of memory in thread_start") || strstr(words, "pthread_create failed")) return aborted_at_thread;
    for (size_t i = 0; i < sizeof of_go / sizeof *of_go; i++)
        if (strstr(words, of_go[i])) return aborted_by_go;
    return died;
}

static int run_one(const char *self, const char *kind, long nth, long *count)
{
    char number[24], words[4001] = "";
    int ends[2], counted[2];
    snprintf(number, sizeof number, "%ld", nth);
    if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(counted, O_CLOEXEC) != 0) return died;
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        if (counted[1] == 3) fcntl(3, F_SETFD, 0);
        else dup2(counted[1], 3);
        alarm(60);
        execl(self, self, kind, "-n", number, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    close(counted[1]);
    size_t length = 0;
    for (ssize_t n; (n = read(ends[0], words + length, length < 2000 ? 2000 - length : 1)) > 0;) length += length < 2000 ? (size_t)n : 0;
    close(ends[0]);
    words[length] = 0;
    if (count) {
        char text[24] = "";
        if (read(counted[0], text, sizeof text - 1) > 0) *count = atol(text);
    }
    close(counted[0]);
    const int what = outcome(end_of(child, 60), words);
    if (what == died || what == wrong_afterwards) {
        words[400] = 0;
        printf("%s %ld: %s: %s\n", kind, nth, what == died ? "died" : "wrong afterwards", words);
        fflush(stdout);
    }
    return what;
}

static int sweep(const char *self, const char *kind, long step)
{
    long count = 0, tally[outcomes] = {0}, tried = 0;
    if (run_one(self, kind, 0, &count) != survived) setenv("WITHOUT_SNAPSHOTS", "1", 1); /* no HDF5 here? */
    check("the program goes well without a failure", run_one(self, kind, 0, &count) == survived && count > 0);
    for (long n = 1; n <= count; n += n < 20 ? 1 : step, tried++) tally[run_one(self, kind, n, NULL)]++;
    printf("%s: %ld of %ld allocations failed in turn: %ld survived, %ld aborted by the Go runtime, %ld where it starts a thread, %ld wrong afterwards, "
           "%ld died\n",
           kind, tried, count, tally[survived], tally[aborted_by_go], tally[aborted_at_thread], tally[wrong_afterwards], tally[died]);
    check("every failure is survived", tally[died] == 0);
    /* Go starts a thread when the machine keeps the others waiting, so how many of these there are says nothing. */
    check("Go's runtime ends none where malloc fails, but where it starts a thread", strncmp(kind, "malloc", 6) != 0 || tally[aborted_by_go] == 0);
    check("what comes afterwards is right", tally[wrong_afterwards] == 0);
    return finish("memory");
}

int main(int count, char **words)
{
    if (count < 3) return 2;
    const enum memory_kind kind = strncmp(words[1], "mmap", 4) == 0 ? memory_mmap : memory_malloc;
    if (strcmp(words[2], "-n") == 0) return one(kind, atol(words[3]), strstr(words[1], "lasting") != NULL);
    return sweep(words[0], words[1], atol(words[2]));
}
