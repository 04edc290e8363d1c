/* Drawbridge's own writes fail: a file that may not grow (ulimit -f), a pipe whose reader is gone. The write is an
 * error, and the host lives: the signal of the write is not its signal. Each case is a process of its own. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

static volatile sig_atomic_t fired;

static void count_signal(int number)
{
    (void)number;
    fired++;
}

/* Of files; no limit holds again before the checks print, perhaps into a file. */
static void limit(rlim_t bytes)
{
    const struct rlimit most = {bytes, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &most);
}

/* Errors that nobody hears, each another text: one line of the log each. */
static void write_lines(int first)
{
    setenv("DRAWBRIDGE_ON_ERROR", "return", 1);
    for (int i = 0; i < 10; i++) frame_castles_unpin_((double *)(uintptr_t)(4096 * (first + i + 1)));
}

static int full_log(void)
{
    setenv("DRAWBRIDGE_LOG", "writes_log.txt", 1);
    remove("writes_log.txt");
    limit(200);
    if (!start_frame("")) return 2;
    write_lines(0);
    struct stat file;
    const int finalized = drawbridge_finalize();
    limit(RLIM_INFINITY);
    check("the log is as long as it may be", stat("writes_log.txt", &file) == 0 && file.st_size == 200);
    check("the calls go on", finalized == 0);
    return finish("writes");
}

static int full_report(void)
{
    remove("writes_report.txt");
    limit(50);
    if (!start_frame("report=writes_report.txt")) return 2;
    const int finalized = drawbridge_finalize();
    limit(RLIM_INFINITY);
    check("finalize goes through", finalized == 0);
    return finish("writes");
}

static int snapshot(int handler)
{
    static double field[64 * 64 * 64];
    static const int cells[3] = {64, 64, 64}, interior[6] = {1, 64, 1, 64, 1, 64}, shape[4] = {64, 64, 64, 1};
    static const double origin[3] = {0, 0, 0}, spacing[3] = {1, 1, 1};
    int handle = 0, code = 0;
    if (handler) signal(SIGXFSZ, count_signal);
    limit(100000);
    code = drawbridge_snapshot_create("writes.h5", 9, cells, origin, spacing, 0, 0, "", 0, NULL, NULL, 0, 0, 0, &handle);
    if (code == 7) skip("no HDF5 library");
    if (code == 0) code = drawbridge_snapshot_field(handle, "T", 1, "K", 1, field, shape, interior, 1, 0);
    const int closed = drawbridge_snapshot_close(handle);
    limit(RLIM_INFINITY);
    printf("field %d, close %d: %s\n", code, closed, message_of_call());
    check("a snapshot that does not fit is an error of a file", code == 11 || closed == 11);
    check("no part of it is left", access("writes.h5", F_OK) != 0);
    check("no signal comes", fired == 0);
    const int result = finish("writes");
    fflush(NULL);
    limit(100000); /* HDF5 must not try again when the program ends */
    return result;
}

static int snapshot_default(void) { return snapshot(0); }
static int snapshot_handler(void) { return snapshot(1); }

/* A signal of the host's own write, which the host blocks, still waits for it after the calls. */
static int own_signal(void)
{
    sigset_t one, pending;
    signal(SIGXFSZ, count_signal);
    sigemptyset(&one);
    sigaddset(&one, SIGXFSZ);
    sigprocmask(SIG_BLOCK, &one, NULL);
    limit(10);
    const int file = open("writes_own.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    char text[20] = "";
    for (int i = 0; i < 2; i++)
        if (write(file, text, sizeof text) < 0) break;
    setenv("DRAWBRIDGE_LOG", "writes_log.txt", 1);
    if (!start_frame("")) return 2;
    write_lines(0);
    drawbridge_finalize();
    sigpending(&pending);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    limit(RLIM_INFINITY);
    check("the host's own signal waits", sigismember(&pending, SIGXFSZ));
    check("and comes once", fired == 1);
    return finish("writes");
}

static int broken_pipe(void)
{
    int ends[2];
    const int kept = dup(2);
    if (pipe(ends) != 0) return 2;
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    signal(SIGPIPE, SIG_DFL); /* after the load of the library, whose Go runtime has a handler for it */
    if (!start_frame("")) return 2;
    write_lines(0);
    check("the calls go on", drawbridge_finalize() == 0);
    signal(SIGPIPE, count_signal);
    write_lines(100);
    check("no signal comes", fired == 0);
    check("the host's own write has its signal", write(2, "x", 1) < 0 && fired == 1);
    dup2(kept, 2);
    return finish("writes");
}

/* The default stop routine ends with its code, also where nobody reads standard error. */
static int stop_unheard(void)
{
    int ends[2];
    if (pipe(ends) != 0) return 2;
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    signal(SIGPIPE, SIG_DFL);
    frame_finalize_(); /* there is no Frame: the code of order */
    return 1;
}

/* The same where a reader is there and never reads. */
static int stop_into_full_pipe(void)
{
    int ends[2];
    char page[4096] = "";
    if (pipe(ends) != 0) return 2;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    while (write(ends[1], page, sizeof page) > 0) continue;
    fcntl(ends[1], F_SETFL, 0);
    dup2(ends[1], 2);
    frame_finalize_();
    return 1;
}

/* The same in a host whose timer ends every wait after 0.9 s. */
static int stop_with_a_timer(void)
{
    const struct itimerval timer = {{0, 900000}, {0, 900000}};
    signal(SIGALRM, count_signal);
    setitimer(ITIMER_REAL, &timer, NULL);
    return stop_into_full_pipe();
}

static int stop_code(void)
{
    struct timespec begin, end;
    check("the default stop routine ends with its code", in_child(stop_unheard, 20) == order_code);
    check("no full pipe holds it up", in_child(stop_into_full_pipe, 20) == order_code);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    check("nor with a timer", in_child(stop_with_a_timer, 20) == order_code);
    clock_gettime(CLOCK_MONOTONIC, &end);
    const double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("a full pipe, with a timer: %.2f s\n", seconds);
    check("the line waits for its reader for a second", seconds >= 0.99 && seconds < 1.7);
    return finish("writes");
}

static const struct {
    const char *name;
    int (*run)(void);
} cases[] = {{"full_log", full_log},
             {"full_report", full_report},
             {"own_signal", own_signal},
             {"broken_pipe", broken_pipe},
             {"stop_code", stop_code},
             {"snapshot_default", snapshot_default},
             {"snapshot_handler", snapshot_handler}};

int main(int count, char **words)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (count > 1 && strcmp(words[1], cases[i].name) == 0) return cases[i].run();
        if (count == 1) run_case(words[0], cases[i].name);
    }
    return finish("writes");
}
