/* The stacks that a host calls from: threads of 16 KB and more, coroutines, threads that end. Prints how much a
 * call takes. Each case is a process of its own: stacks CASE; without CASE it runs them all. */
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>

#include "host.h"

enum { painted = 1 << 20, needed = 48 << 10, paint = 0x5a }; /* needed: bridge/stacks.c */

static int plan, wrong, computed, refused;
static double *in, *out;

static int prepare(void)
{
    in = new_input();
    out = new_output();
    return start_frame("threads=2") && start_plan(&plan, in, out);
}

/* Something of every kind of call. */
static void *every_kind(void *unused)
{
    static const int edges[3] = {16, 16, 16}, cells[3] = {edge, edge, edge}, interior[6] = {1, edge, 1, edge, 1, edge};
    static const int shape[4] = {edge, edge, edge, 4};
    static const double origin[3] = {0, 0, 0}, spacing[3] = {1, 1, 1};
    char text[8192];
    int handle = 0, length = 0;
    double value = 0;
    (void)unused;
    if (!prepare() || !run_plan(plan, out)) wrong++;
    wrong += drawbridge_field_create("u", 1, edges, 3, 1, "double", 6) != 0;
    wrong += drawbridge_field_create("v", 1, edges, 3, 1, "double", 6) != 0;
    wrong += drawbridge_sequence_create("s", 1, &handle) != 0;
    wrong += drawbridge_sequence_apply(handle, "laplacian", 9, "u", 1, "v", 1, spacing, 3, "", 0) != 0;
    wrong += drawbridge_sequence_run(handle, 1) != 0;
    wrong += drawbridge_field_reduce("sum", 3, "v", 1, "", 0, &value) != 0;
    if (wrong) printf("%s\n", message_of_call());
    drawbridge_snapshot_create("stacks.h5", 9, cells, origin, spacing, 0, 0, "", 0, NULL, NULL, 0, 0, 0, &handle);
    drawbridge_snapshot_field(handle, "T", 1, "K", 1, in, shape, interior, 1, 0);
    drawbridge_snapshot_close(handle); /* without HDF5 it fails, in as deep a place */
    drawbridge_option("root", 4, "no such root", 12);
    wrong += drawbridge_report_text(text, sizeof text, &length) != 0;
    wrong += drawbridge_finalize() != 0;
    return NULL;
}

static int depth(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    unsigned char *stack = aligned_alloc(4096, painted);
    size_t untouched = 0;
    memset(stack, paint, painted);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, painted);
    pthread_create(&thread, &attributes, every_kind, NULL);
    pthread_join(thread, NULL);
    while (untouched < painted && stack[untouched] == paint) untouched++;
    printf("stack that the calls took: %zu bytes, %d are asked for\n", painted - untouched, needed);
    check("calls of every kind go well", wrong == 0);
    check("no call takes as much as is asked for", painted - untouched < needed);
    return finish("stacks");
}

static void *one_call(void *unused)
{
    (void)unused;
    if (run_plan(plan, out)) computed++;
    else if (drawbridge_plan_run(plan) == order_code && strstr(message_of_call(), "stack")) refused++;
    else wrong++;
    return NULL;
}

static int small_threads(void)
{
    static const size_t sizes[] = {16, 20, 24, 32, 40, 48, 56, 64, 80, 128};
    if (!prepare()) return 2;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        pthread_t thread;
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, sizes[i] << 10);
        if (pthread_create(&thread, &attributes, one_call, NULL) != 0) continue;
        pthread_join(thread, NULL);
        printf("stack of %zu KB: %d computed, %d refused so far\n", sizes[i], computed, refused);
    }
    check("a small stack is refused, a larger one computes", wrong == 0 && refused > 0 && computed >= 2);
    check("the program goes on", run_plan(plan, out));
    return finish("stacks");
}

/* Coroutines: each call of one comes from another stack, and they take turns. */
static ucontext_t program, lane[3];

static void coroutine(int mine)
{
    for (int i = 0; i < 100; i++) {
        if (!run_plan(plan, out)) wrong++;
        if (drawbridge_plan_run(-5) == 0 || !strstr(message_of_call(), "plan")) wrong++;
        computed++;
        swapcontext(&lane[mine], &program);
    }
    swapcontext(&lane[mine], &program);
}

static void *take_turns(void *unused)
{
    const size_t size = 128 << 10;
    (void)unused;
    for (int i = 0; i < 3; i++) {
        getcontext(&lane[i]);
        lane[i].uc_stack.ss_sp = malloc(size);
        lane[i].uc_stack.ss_size = size;
        makecontext(&lane[i], (void (*)(void))coroutine, 1, i);
    }
    for (int turn = 0; turn < 100; turn++) {
        for (int i = 0; i < 3; i++) swapcontext(&program, &lane[i]);
        if (!run_plan(plan, out)) wrong++;
    }
    for (int i = 0; i < 3; i++) free(lane[i].uc_stack.ss_sp);
    return NULL;
}

static int coroutines(void)
{
    pthread_t thread;
    if (!prepare()) return 2;
    take_turns(NULL);
    pthread_create(&thread, NULL, take_turns, NULL);
    pthread_join(thread, NULL);
    check("coroutines compute", wrong == 0 && computed == 600);
    return finish("stacks");
}

/* The first call of a thread comes from a coroutine. */
static void first(int unused)
{
    (void)unused;
    if (!prepare() || !run_plan(plan, out)) wrong++;
    swapcontext(&lane[0], &program);
}

static int first_in_coroutine(void)
{
    const size_t size = 128 << 10;
    getcontext(&lane[0]);
    lane[0].uc_stack.ss_sp = malloc(size);
    lane[0].uc_stack.ss_size = size;
    makecontext(&lane[0], (void (*)(void))first, 1, 0);
    swapcontext(&program, &lane[0]);
    free(lane[0].uc_stack.ss_sp);
    check("a first call in a coroutine", wrong == 0);
    for (int i = 0; i < 100; i++) wrong += !run_plan(plan, out);
    check("calls after it", wrong == 0);
    return finish("stacks");
}

static int lines_of(const char *path)
{
    int lines = 0, c;
    FILE *file = fopen(path, "r");
    while (file && (c = fgetc(file)) != EOF) lines += c == '\n';
    if (file) fclose(file);
    return lines;
}

static int tasks(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

static void *call_and_end(void *unused)
{
    (void)unused;
    if (drawbridge_plan_run(plan) != 0) wrong++;
    return NULL;
}

static void many_threads(int count)
{
    for (int i = 0; i < count; i++) {
        pthread_t group[4];
        for (int k = 0; k < 4; k++) pthread_create(&group[k], NULL, call_and_end, NULL);
        for (int k = 0; k < 4; k++) pthread_join(group[k], NULL);
    }
}

/* Threads come, call and end: nothing of them stays. */
static int threads_end(void)
{
    if (!prepare()) return 2;
    many_threads(100);
    const int maps = lines_of("/proc/self/maps"), threads = tasks();
    many_threads(400);
    printf("after 400 and 2000 threads: %d and %d mappings, %d and %d threads\n", maps, lines_of("/proc/self/maps"), threads, tasks());
    check("every thread computes", wrong == 0);
    check("mappings stay", lines_of("/proc/self/maps") <= maps + 16);
    check("threads stay", tasks() <= threads + 4);
    return finish("stacks");
}

static const struct {
    const char *name;
    int (*run)(void);
} cases[] = {{"depth", depth},
             {"small_threads", small_threads},
             {"coroutines", coroutines},
             {"first_in_coroutine", first_in_coroutine},
             {"threads_end", threads_end}};

int main(int count, char **words)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (count > 1 && strcmp(words[1], cases[i].name) == 0) return cases[i].run();
        if (count == 1) run_case(words[0], cases[i].name);
    }
    return finish("stacks");
}
