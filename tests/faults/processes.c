/* Processes that a host makes, and the end of the host: fork, vfork, posix_spawn, system, exit from a thread, a
 * thread that is cancelled. Each case is a process of its own: processes CASE; without CASE it runs them all. */
#define _GNU_SOURCE
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

extern char **environ;
static const char *self;
static int plan;
static double *in, *out;
static volatile int stop_calling;

static int prepare(void)
{
    in = new_input();
    out = new_output();
    return start_frame("threads=2") && start_plan(&plan, in, out);
}

static int refused_in_child(void)
{
    for (int i = 0; i < 100; i++)
        if (drawbridge_plan_run(plan) != order_code || !strstr(message_of_call(), "fork")) return 3;
    return 0;
}

/* The child ends like a program: what is registered with atexit runs in it. */
static int ends_like_a_program(void)
{
    if (refused_in_child() != 0) return 3;
    exit(0);
}

static int forks(void)
{
    check("it computes", prepare() && run_plan(plan, out));
    check("a forked child is refused, and lives", in_child(refused_in_child, 20) == 0);
    check("a forked child ends like a program", in_child(ends_like_a_program, 20) == 0);
    check("the parent goes on", run_plan(plan, out));
    return finish("processes");
}

static void *keep_calling(void *unused)
{
    (void)unused;
    while (!stop_calling) drawbridge_plan_run(plan);
    return NULL;
}

/* The fork comes while another thread holds the lock of a call. */
static int forks_in_calls(void)
{
    pthread_t thread;
    int lived = 0;
    check("it computes", prepare());
    pthread_create(&thread, NULL, keep_calling, NULL);
    for (int i = 0; i < 40; i++) lived += in_child(refused_in_child, 20) == 0;
    stop_calling = 1;
    pthread_join(thread, NULL);
    check("every child is refused, and lives", lived == 40);
    check("the parent goes on", run_plan(plan, out));
    return finish("processes");
}

/* A process of its own computes: by posix_spawn, by vfork and exec, by a shell. */
static int computes(void) { return prepare() && run_plan(plan, out) && drawbridge_finalize() == 0 ? 0 : 5; }

static int starts_processes(void)
{
    char *const words[] = {(char *)self, "computes", NULL};
    char command[4200];
    pid_t child;
    check("it computes", prepare());
    check("posix_spawn", posix_spawn(&child, self, NULL, NULL, words, environ) == 0 && end_of(child, 30) == 0);
    child = vfork();
    if (child == 0) {
        execve(self, words, environ);
        _exit(127);
    }
    check("vfork and exec", end_of(child, 30) == 0);
    child = fork();
    if (child == 0) {
        execve(self, words, environ);
        _exit(127);
    }
    check("fork and exec", end_of(child, 30) == 0);
    snprintf(command, sizeof command, "'%s' computes", self);
    check("system", system(command) == 0);
    check("the parent goes on", run_plan(plan, out));
    return finish("processes");
}

/* The program ends while a thread of it is in a call. */
static int ends_in_a_call(void)
{
    pthread_t thread;
    const struct timespec pause = {0, 20000000};
    if (!prepare()) return 2;
    pthread_create(&thread, NULL, keep_calling, NULL);
    nanosleep(&pause, NULL);
    printf("processes: 1 checks passed, 0 failed\n");
    exit(0);
}

/* A thread that is cancelled ends where it may, and not within a call of which it holds the lock. */
static void *cancelled_before(void *unused)
{
    (void)unused;
    pthread_cancel(pthread_self()); /* takes effect where a file is opened, read, written */
    drawbridge_finalize();
    if (!prepare()) return NULL;
    stop_calling = -1;
    pthread_testcancel();
    return NULL;
}

static int cancels(void)
{
    int right = 0;
    pthread_t first;
    if (!prepare()) return 2;
    pthread_create(&first, NULL, cancelled_before, NULL);
    pthread_join(first, NULL);
    check("a call of a cancelled thread comes to its end", stop_calling == -1);
    for (int i = 0; i < 30; i++) {
        pthread_t thread;
        const struct timespec pause = {0, 1000000};
        stop_calling = 0;
        pthread_create(&thread, NULL, keep_calling, NULL);
        nanosleep(&pause, NULL);
        pthread_cancel(thread);
        stop_calling = 1;
        pthread_join(thread, NULL);
        right += run_plan(plan, out);
    }
    check("calls go on after threads were cancelled", right == 30);
    return finish("processes");
}

static const struct {
    const char *name;
    int (*run)(void);
} cases[] = {{"forks", forks},
             {"forks_in_calls", forks_in_calls},
             {"starts_processes", starts_processes},
             {"ends_in_a_call", ends_in_a_call},
             {"cancels", cancels},
             {"computes", computes}};

int main(int count, char **words)
{
    self = words[0];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (count > 1 && strcmp(words[1], cases[i].name) == 0) return cases[i].run();
        if (count == 1) run_case(words[0], cases[i].name);
    }
    return finish("processes");
}
