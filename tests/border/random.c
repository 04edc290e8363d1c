/* Random calls in sequences that make state, with hostile arguments in about half of them. */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../../bridge/entry.h"
#include "border.h"

/* What a child has besides calls, by its seed. */
struct variant {
    int threads, signals, stop, memcheck, right;
};

static struct variant variant;
static atomic_long done;

static int hostile_number(void)
{
    static const int numbers[] = {0, -1, 1, 2, 3, 5, 9, 64, 65, 255, 257, 4096, 1 << 20, (1 << 20) + 1, 1 << 24, (1 << 24) + 1,
                                  INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1, -8, 1 << 30, 6, 7, 12};
    const unsigned i = random_below(sizeof numbers / sizeof *numbers + 2);
    return i < sizeof numbers / sizeof *numbers ? numbers[i] : (int)random_below(UINT_MAX);
}

static double hostile_real(void)
{
    static const double numbers[] = {0, -1, 1, 1e300, -1e300, 1e-300, 5e-324, 0.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0, 1e10, 300};
    return numbers[random_below(sizeof numbers / sizeof *numbers)];
}

/* Numbers that would be obeyed and take hours are none of the test's. */
static int too_long(const struct symbol *s, long value)
{
    return (strcmp(s->name, "drawbridge_sequence_run") == 0 || strcmp(s->name, "drawbridge_sequence_start") == 0) && value > 100;
}

static void spoil_number(const struct symbol *s, struct call *c)
{
    const int i = (int)random_below((unsigned)c->arguments);
    const int value = hostile_number();
    if (c->is_pointer[i] || too_long(s, value)) return;
    if (strcmp(s->name, "frame_onerror_") == 0) return; /* an address of code that is none cannot be told from one that is */
    if (strncmp(s->name, "frame_castles_unpin", 19) == 0 || strcmp(s->name, "drawbridge_unpin") == 0) return;
    c->argument[i] = value;
}

/* Bytes of an array: small arrays hold bounds, names, figures. */
static void spoil_contents(struct call *c)
{
    struct pointer *p = &c->pointer[random_below((unsigned)c->pointers)];
    char *bytes = (char *)p->contents;
    if (!bytes || p->bytes == 0) return;
    for (unsigned n = 1 + random_below(3); n > 0; n--) {
        const int number = hostile_number();
        const double real = hostile_real();
        if (p->bytes >= 8 && p->bytes % 8 == 0 && random_below(2)) memcpy(bytes + random_below((unsigned)p->bytes / 8) * 8, &real, 8);
        else if (p->bytes >= 4 && p->bytes % 4 == 0 && random_below(4)) memcpy(bytes + random_below((unsigned)p->bytes / 4) * 4, &number, 4);
        else bytes[random_below((unsigned)p->bytes)] = (char)random_below(256);
    }
}

static double points_of_field(const struct symbol *s, const struct call *c)
{
    const int halo = (int)c->argument[4] > 0 ? (int)c->argument[4] : 0;
    double points = strcmp(s->name, "drawbridge_field_create") == 0 ? 1 : (double)c->argument[7];
    for (int i = 0; i < 3; i++) points *= ((const int *)c->pointer[1].contents)[i] + 2.0 * halo;
    return points;
}

/* Numbers that would be obeyed and fill the machine's memory: memcheck keeps copies of everything. */
static int too_large(const struct symbol *s, const struct call *c)
{
    const double most = variant.memcheck ? 1 << 18 : 1 << 22;
    double points = 0;
    if (strncmp(s->name, "drawbridge_field_create", 23) == 0) points = points_of_field(s, c);
    if (strcmp(s->name, "drawbridge_initialize") == 0) points = (int)c->argument[0];
    if (strcmp(s->name, "frame_initialize_") == 0) points = (int)c->argument[1];
    return points > most && points < 1e12;
}

/* A call with good or hostile arguments. The answer: were numbers replaced, so that it may do something else? */
static int spoil(const struct symbol *s, struct call *c, enum kind *where)
{
    const int how = (int)random_below(8);
    int stack = 0;
    for (int i = 0; i < c->pointers; i++) {
        const struct pointer *p = &c->pointer[i];
        where[i] = p->optional == 2 ? IS_NULL : (enum kind)random_below(p->writes ? READ_ONLY : IS_NULL);
        if (where[i] == ON_STACK && (stack++ || variant.threads > 1)) where[i] = AT_END;
        if (where[i] == ON_STACK && p->slot != i) where[i] = AT_END;
        /* Where too much is asked for, a page without rights follows. Inputs too: another number may make an output of one. */
        if (how > 4 && where[i] != IS_NULL) where[i] = AT_END;
    }
    if (how == 4 && c->pointers > 0)
        for (int n = 1 + (int)random_below(2); n > 0; n--) where[random_below((unsigned)c->pointers)] = (enum kind)random_below(kinds);
    if (how == 5 || how == 7)
        for (int n = 1 + (int)random_below(2); n > 0 && c->arguments > 0; n--) spoil_number(s, c);
    if ((how == 6 || how == 7) && c->pointers > 0) spoil_contents(c);
    if (how == 7 && random_below(4) == 0) c->real = hostile_real();
    if (how == 4)
        for (int i = 0, once = 0; i < c->pointers; i++)
            if (where[i] == ON_STACK && (once++ || c->pointer[i].slot != i || variant.threads > 1)) where[i] = AT_END;
    return how == 5 || how == 7;
}

static const struct symbol *choose(void)
{
    static int total;
    int at, i = 0;
    if (!total)
        for (int k = 0, sum = 0; k < symbol_count; k++) total = sum += symbols[k].weight;
    for (at = (int)random_below((unsigned)total); at >= symbols[i].weight; i++) at -= symbols[i].weight;
    return &symbols[i];
}

static void count(const struct symbol *s, const struct call *c, const enum kind *where, int code)
{
    const long i = s - symbols;
    int good = code == 0;
    for (int k = 0; k < c->pointers && s->form == SILENT; k++) good = good && memory_serves(where[k], c->pointer[k].bytes, c->pointer[k].writes);
    __atomic_fetch_add(&board->calls[i], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(good ? &board->passed[i] : &board->refused[i], 1, __ATOMIC_RELAXED);
}

/* Takes the code of an earlier refusal, and gives it back. */
static int gives_code(const struct symbol *s)
{
    return strncmp(s->name, "drawbridge_snapshot_", 20) == 0 || strcmp(s->name, "drawbridge_domain_create_blocks") == 0 || s->form == SILENT;
}

static void one_call(unsigned long seed)
{
    static __thread struct call c;
    enum kind where[most_pointers] = {AT_END};
    const struct symbol *s = choose();
    const char *without = getenv("BORDER_WITHOUT"); /* names of functions with a defect that is known */
    int n;
    if (without && strstr(without, s->name)) return;
    memset(&c, 0, offsetof(struct call, scratch));
    c.used = 0;
    s->make(&c);
    const int changed = spoil(s, &c, where);
    if (too_large(s, &c)) return;
    n = snprintf(board->now, text_bytes, "%s", s->name);
    for (int i = 0; i < c.pointers && n < text_bytes - 20; i++) n += snprintf(board->now + n, text_bytes - (size_t)n, " %s", kind_names[where[i]]);
    const int code = perform(s, &c, where);
    count(s, &c, where, code);
    if ((code < 0 || code > 12) && !gives_code(s)) find("seed %lu, call %ld, %s: code %d is none of the list", seed, board->at, board->now, code);
    if (code == 1 && !gives_code(s)) {
        char words[120] = "";
        frame_message_(words, sizeof words - 1);
        find("seed %lu, call %ld, %s: %s", seed, board->at, board->now, words);
    }
    for (int i = 0; i < c.pointers && variant.threads == 1; i++) {
        const char *wrong = memory_spoilt(c.pointer[i].slot, changed || (c.pointer[i].writes && code != 3));
        if (wrong) find("seed %lu, call %ld, %s: %s (pointer %d, code %d)", seed, board->at, board->now, wrong, i + 1, code);
    }
}

struct work {
    unsigned long seed;
    long calls;
};

static void *loop(void *given)
{
    const struct work *work = given;
    char stack[slot_bytes];
    const char *often = getenv("BORDER_LOOK");
    const long look = often && atol(often) > 0 ? atol(often) : 100;
    const void *stray = NULL;
    seed_thread(work->seed);
    if (!memory_make(stack)) exit(4);
    for (long i = 0; i < work->calls; i++) {
        board->at = atomic_fetch_add(&done, 1);
        board->beat++;
        one_call(work->seed);
        if (i % 500 == 499) tidy();
        if ((i + 1) % look == 0 && (stray = memory_stray())) break;
    }
    if (stray)
        find("seed %lu, by call %ld, %s: something was written at %p, where no array is; BORDER_LOOK=1 looks after each call",
             work->seed, board->at, board->now, stray);
    return NULL;
}

/* As a legacy host has them: without SA_ONSTACK, but for those that are open on Go's own threads (docs/errors.md). */
static const struct {
    const char *name;
    int number, flags;
} kinds_of_signal[] = {{"ALRM", SIGALRM, 0}, {"USR1", SIGUSR1, 0}, {"URG", SIGURG, 0},
                       {"IO", SIGIO, 0},     {"CHLD", SIGCHLD, SA_ONSTACK}, {"PROF", SIGPROF, SA_ONSTACK}};
enum { all_kinds = sizeof kinds_of_signal / sizeof *kinds_of_signal };

/* BORDER_SIGNALS="ALRM CHLD": only these. */
static int has_kind(int i)
{
    const char *words = getenv("BORDER_SIGNALS");
    return !words || strstr(words, kinds_of_signal[i].name) != NULL;
}
static atomic_long fired[_NSIG];

static void on_signal(int signal)
{
    int code;
    atomic_fetch_add(&fired[signal], 1);
    frame_status_(&code);
}

/* Each kind has a timer of its own, at another pace. */
static void make_signals(void)
{
    for (int i = 0; i < all_kinds; i++) {
        if (!has_kind(i)) continue;
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = kinds_of_signal[i].number};
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | kinds_of_signal[i].flags};
        const struct timespec pause = {0, 1000000 + 170000 * i};
        const struct itimerspec often = {pause, pause};
        timer_t timer;
        sigaction(kinds_of_signal[i].number, &action, NULL);
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &often, NULL) != 0) exit(4);
    }
}

static void check_signals(unsigned long seed, double seconds)
{
    for (int i = 0; i < all_kinds; i++)
        if (has_kind(i) && seconds > 1 && fired[kinds_of_signal[i].number] == 0) find("seed %lu: signal %d never came in %.1f s", seed, kinds_of_signal[i].number, seconds);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void limit_memory(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1) pages = 1 << 20;
    if (file) fclose(file);
    const rlim_t room = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)(12ul << 30);
    const struct rlimit limit = {room, room};
    setrlimit(RLIMIT_AS, &limit);
}

int run_random(const char *work, unsigned long seed, long calls)
{
    struct work first, second;
    pthread_t thread;
    const double begin = seconds_now();
    seed_thread(seed);
    variant = (struct variant){.threads = seed % 4 == 1 ? 2 : 1, .signals = seed % 4 >= 2 || seed % 8 == 5, .stop = seed % 8 == 3, .memcheck = seed % 8 == 6,
                               .right = seed % 3 == 0};
    setenv("DRAWBRIDGE_DEVICE", variant.memcheck ? "memcheck" : "host", 1);
    setenv("DRAWBRIDGE_LAYOUT", variant.right ? "right" : "left", 1);
    setenv("DRAWBRIDGE_LOG", "off", 1);
    setenv("DRAWBRIDGE_STENCILS", "first", 1);
    setenv("DRAWBRIDGE_ON_ERROR", variant.stop ? "stop" : "return", 1);
    setenv("HOME", work, 1);
    world.stop_returns = variant.stop;
    if (variant.stop) frame_onerror_(quiet_routine);
    snprintf(world.work, sizeof world.work, "%s", work);
    if (!variant.memcheck) limit_memory(); /* memcheck keeps copies of all views in the Go heap */
    if (variant.signals) make_signals();
    first = (struct work){seed, calls / variant.threads};
    second = (struct work){seed + 1000003, calls / 2};
    if (variant.threads == 2 && pthread_create(&thread, NULL, loop, &second) != 0) return 4;
    loop(&first);
    if (variant.threads == 2) pthread_join(thread, NULL);
    if (variant.signals) check_signals(seed, seconds_now() - begin);
    return 0;
}
