/* Signals of the host, whatever it set up: handlers with and without SA_ONSTACK, alternate stacks, signals
 * from outside while calls run. Each case is a process of its own: signals CASE; without CASE it runs them all. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

static volatile sig_atomic_t fired, foreign, answer, plan;
static double *in, *out;
static volatile uintptr_t handler_stack;

static void on_signal(int number, siginfo_t *info, void *context)
{
    volatile char room[40000]; /* more than a goroutine's stack has left */
    (void)context;
    room[0] = (char)number;
    room[sizeof room - 1] = room[0];
    handler_stack = (uintptr_t)&room;
    fired++;
    if (info->si_code == SI_TKILL && info->si_pid == getpid()) foreign++; /* nobody in this program sends one */
}

static void install(int number, void (*handler)(int, siginfo_t *, void *), int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_RESTART | flags;
    sigaction(number, &action, NULL);
}

static int prepare(void)
{
    int handle = 0;
    in = new_input();
    out = new_output();
    if (!start_frame("threads=2") || !start_plan(&handle, in, out)) {
        printf("%s\n", message_of_call());
        return 0;
    }
    plan = handle;
    return 1;
}

/* Calls that spend their time in Go, and make its collector run. */
static void work(double seconds)
{
    char text[8192];
    struct timespec begin, now;
    int length, handle, cells[6] = {1, edge, 1, edge, 1, edge}, shape[3] = {edge, edge, edge};
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        answer += run_plan(plan, out) ? 0 : 1;
        for (int i = 0; i < 20; i++) {
            drawbridge_report_text(text, sizeof text, &length);
            if (drawbridge_plan_create("preosrhohfromtpprop", 19, shape, cells, &handle) == 0) drawbridge_plan_destroy(handle);
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec) < seconds);
}

/* Signals from outside, as fast as a process sends them. */
static pid_t sender(int number)
{
    const pid_t host = getpid(), pid = fork();
    const struct timespec pause = {0, 50000};
    if (pid != 0) return pid;
    while (getppid() == host) {
        kill(host, number);
        nanosleep(&pause, NULL);
    }
    _exit(0);
}

static int from_outside(int number)
{
    install(number, on_signal, 0);
    const pid_t other = sender(number); /* before Drawbridge is used: a fork of it could not */
    if (!prepare()) return 2;
    work(1.5);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    check("the handler fires", fired > 100);
    check("every answer is right", answer == 0);
    check("no signal comes that nobody sent", foreign == 0);
    return finish("signals");
}

static int urgent(void) { return from_outside(SIGURG); }
static int user(void) { return from_outside(SIGUSR1); }
static int broken_pipe(void) { return from_outside(SIGPIPE); }

/* Nobody sends a signal: the host's handler must not see those of the Go runtime. */
static int silent(void)
{
    install(SIGURG, on_signal, 0); /* after the load; the Go runtime has been here before */
    if (!prepare()) return 2;
    work(2);
    check("no signal comes that nobody sent", fired == 0);
    return finish("signals");
}

/* Out-of-band data of a socket are announced by SIGURG, to whichever thread of the process is free. */
static int out_of_band(void)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    const int door = socket(AF_INET, SOCK_STREAM, 0), out_end = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(door, (struct sockaddr *)&here, size) != 0 || listen(door, 1) != 0 || getsockname(door, (struct sockaddr *)&here, &size) != 0 ||
        connect(out_end, (struct sockaddr *)&here, size) != 0)
        skip("no TCP here");
    const int in_end = accept(door, NULL, NULL);
    install(SIGURG, on_signal, 0);
    fcntl(in_end, F_SETOWN, getpid());
    if (!prepare()) return 2;
    for (int i = 1; i <= 30; i++) {
        char byte = 0;
        const int before = fired;
        check("out-of-band data go out", send(out_end, "!", 1, MSG_OOB) == 1);
        work(0.01);
        check("they are announced", fired > before);
        check("and there", recv(in_end, &byte, 1, MSG_OOB) == 1 && byte == '!');
    }
    check("every answer is right", answer == 0);
    return finish("signals");
}

/* A host without a handler for it keeps what the system does: nothing. */
static int urgent_ignored(void)
{
    struct sigaction now;
    sigaction(SIGURG, NULL, &now);
    check("SIGURG is as the host left it", now.sa_handler == SIG_DFL);
    return finish("signals");
}

/* A handler on an alternate stack that calls Drawbridge. */
static void calling(int number, siginfo_t *info, void *context)
{
    on_signal(number, info, context);
    if (!run_plan(plan, out)) answer++;
    for (int i = 0; i < 5; i++) {
        char text[8192];
        int length = 0;
        if (drawbridge_report_text(text, sizeof text, &length) != 0) answer++;
    }
}

static int handler_calls(void)
{
    if (!prepare()) return 2;
    install(SIGUSR1, calling, SA_ONSTACK);
    for (int i = 0; i < 200; i++) {
        raise(SIGUSR1);
        if (!run_plan(plan, out)) answer += 1000;
    }
    check("the handler's calls and the program's are right", answer == 0 && fired == 200);
    return finish("signals");
}

/* A host's own alternate stack of 8 KB, as SIGSTKSZ was: too small for a call, which is refused. */
static void refused_call(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    fired++;
    if (drawbridge_plan_run(plan) != order_code || !strstr(message_of_call(), "stack")) answer++;
}

static int small_handler_stack(void)
{
    static char room[3][8192];
    stack_t own = {.ss_sp = room[1], .ss_size = sizeof room[1]}, seen;
    memset(room, 77, sizeof room);
    sigaltstack(&own, NULL);
    if (!prepare()) return 2;
    install(SIGUSR1, refused_call, SA_ONSTACK);
    for (int i = 0; i < 50; i++) raise(SIGUSR1);
    int whole = 1;
    for (size_t i = 0; i < sizeof room[0]; i++) whole &= room[0][i] == 77 && room[2][i] == 77;
    check("a call on too small a stack is refused", answer == 0 && fired == 50);
    check("nothing is written beside the stack", whole);
    sigaltstack(NULL, &seen);
    check("the host's alternate stack is still its own", seen.ss_sp == room[1] && seen.ss_size == sizeof room[1]);
    check("the program goes on", run_plan(plan, out));
    return finish("signals");
}

/* The first call of a thread is made by a handler on an alternate stack. */
static void *first_in_handler(void *unused)
{
    const size_t size = 1 << 20;
    stack_t own = {.ss_sp = malloc(size), .ss_size = size}, off = {.ss_flags = SS_DISABLE};
    (void)unused;
    sigaltstack(&own, NULL);
    pthread_kill(pthread_self(), SIGUSR1);
    if (!run_plan(plan, out)) answer++;
    sigaltstack(&off, NULL);
    free(own.ss_sp);
    for (int i = 0; i < 20; i++)
        if (!run_plan(plan, out)) answer++;
    return NULL;
}

static int first_call_in_handler(void)
{
    pthread_t thread;
    if (!prepare()) return 2;
    install(SIGUSR1, calling, SA_ONSTACK);
    for (int i = 0; i < 20; i++) {
        pthread_create(&thread, NULL, first_in_handler, NULL);
        pthread_join(thread, NULL);
    }
    check("a thread's first call in a handler", answer == 0 && fired == 20);
    return finish("signals");
}

/* The same on the thread's own stack. When the handler returns, the kernel sets the signal stack as it was before: none.
 * Later handlers with SA_ONSTACK run on the thread's own stack, where a call has room. */
static volatile sig_atomic_t had_stack, has_stack, far_away;

static void calling_from_own_stack(int number, siginfo_t *info, void *context)
{
    stack_t now;
    calling(number, info, context);
    if (sigaltstack(NULL, &now) == 0 && !(now.ss_flags & SS_DISABLE) && now.ss_size >= 256 << 10) had_stack++;
}

static void *first_in_plain_handler(void *unused)
{
    stack_t now;
    const uintptr_t here = (uintptr_t)&now;
    (void)unused;
    install(SIGUSR1, calling_from_own_stack, 0);
    pthread_kill(pthread_self(), SIGUSR1);
    if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) has_stack++;
    install(SIGUSR1, calling, SA_ONSTACK);
    for (int i = 0; i < 20; i++) {
        if (!run_plan(plan, out)) answer++;
        pthread_kill(pthread_self(), SIGUSR1);
        far_away += here - handler_stack > 1 << 20;
    }
    return NULL;
}

static int first_call_in_plain_handler(void)
{
    pthread_t thread;
    if (!prepare()) return 2;
    for (int i = 0; i < 20; i++) {
        pthread_create(&thread, NULL, first_in_plain_handler, NULL);
        pthread_join(thread, NULL);
    }
    check("a thread's first call in a handler without SA_ONSTACK", answer == 0 && fired == 20 * 21);
    check("the signal stack is there within the handler, and not after it", had_stack == 20 && has_stack == 0);
    check("handlers run on the thread's own stack then", far_away == 0);
    return finish("signals");
}

/* A handler that needs 128 KB, of a signal that Go leaves open on its threads, on each thread of the process. */
static size_t smallest_stack = SIZE_MAX;
static void large(int number, siginfo_t *info, void *context)
{
    volatile char space[128 << 10];
    stack_t now;
    if (sigaltstack(NULL, &now) == 0 && !(now.ss_flags & SS_DISABLE) && now.ss_size < smallest_stack) smallest_stack = now.ss_size;
    if (smallest_stack < 200 << 10) return; /* it would write over what lies below */
    (void)info;
    (void)context;
    for (size_t i = 0; i < sizeof space; i += 4096) space[i] = (char)number;
    __atomic_add_fetch(&fired, 1, __ATOMIC_SEQ_CST);
}

static int large_handler(void)
{
    int sent = 0;
    install(SIGCHLD, large, 0);
    if (!prepare()) return 2;
    work(0.1);
    DIR *threads = opendir("/proc/self/task");
    for (struct dirent *e; threads && (e = readdir(threads));)
        if (e->d_name[0] != '.' && syscall(SYS_tgkill, getpid(), atoi(e->d_name), SIGCHLD) == 0) sent++;
    if (threads) closedir(threads);
    while (fired < sent - 2 && smallest_stack >= 200 << 10) usleep(1000); /* a thread of the pool, which blocks signals, gets none */
    check("a handler of 128 KB on each of Go's threads", sent > 3 && smallest_stack != SIZE_MAX && smallest_stack >= 200 << 10 && run_plan(plan, out));
    return finish("signals");
}

static const struct {
    const char *name;
    int (*run)(void);
} cases[] = {{"urgent", urgent},
             {"user", user},
             {"pipe", broken_pipe},
             {"silent", silent},
             {"out_of_band", out_of_band},
             {"urgent_ignored", urgent_ignored},
             {"handler_calls", handler_calls},
             {"large_handler", large_handler},
             {"small_handler_stack", small_handler_stack},
             {"first_call_in_handler", first_call_in_handler},
             {"first_call_in_plain_handler", first_call_in_plain_handler}};

int main(int count, char **words)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (count > 1 && strcmp(words[1], cases[i].name) == 0) return cases[i].run();
        if (count == 1) run_case(words[0], cases[i].name);
    }
    return finish("signals");
}
