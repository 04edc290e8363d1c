/* What a failure does where the host takes no status: its stop routine, the default one, or nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../device/hostmemory/access.h"
#include "_cgo_export.h"
#include "codes.h"
#include "entry.h"
#include "guard.h"

static __thread int stopping; /* inside the stop routine: its own calls return */
static char given_policy;
static void (*stop_routine)(const int *, const char *, const int *);

void set_policy(char policy) { given_policy = policy; }

/* A function of whatever MPI the host has loaded, if that is between init and finalize. Looked up by name, so that the
 * library needs no MPI of its own. */
static void *of_mpi(const char *name)
{
    int (*initialized)(int *) = (int (*)(int *))dlsym(RTLD_DEFAULT, "MPI_Initialized");
    int (*finalized)(int *) = (int (*)(int *))dlsym(RTLD_DEFAULT, "MPI_Finalized");
    int is_up = 0, is_down = 0;
    if (!initialized || !finalized) return NULL;
    initialized(&is_up);
    finalized(&is_down);
    return is_up && !is_down ? dlsym(RTLD_DEFAULT, name) : NULL;
}

/* MPI_COMM_WORLD is an address in Open MPI, and this number in the MPICH family. */
static void *open_mpi_world(void) { return dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world"); }
static const int mpich_world = 0x44000000;

static void abort_mpi(int code)
{
    void *abort_job = of_mpi("MPI_Abort"), *world = open_mpi_world();
    if (!abort_job) return;
    if (world) ((int (*)(void *, int))abort_job)(world, code);
    else ((int (*)(int, int))abort_job)(mpich_world, code);
}

static int asked_of_world(const char *function, int otherwise)
{
    void *ask = of_mpi(function), *world = open_mpi_world();
    int answer = otherwise;
    if (!ask) return otherwise;
    if (world) ((int (*)(void *, int *))ask)(world, &answer);
    else ((int (*)(int, int *))ask)(mpich_world, &answer);
    return answer;
}

struct world place_in_world(void)
{
    return (struct world){asked_of_world("MPI_Comm_rank", 0), asked_of_world("MPI_Comm_size", 1)};
}

static void default_stop(int code, const char *message)
{
    tell_standard_error(code, message, place_in_world());
    abort_mpi(code);
    exit(code);
}

static int policy_returns(void)
{
    const char *word = secure_getenv("DRAWBRIDGE_ON_ERROR");
    if (!word || !*word) return given_policy == 'r';
    return strncmp(word + strspn(word, " "), "return", 6) == 0;
}

static void stop_is_over(void *unused)
{
    (void)unused;
    stopping = 0;
}

/* glibc runs these when longjmp leaves the frame that pushed: a stop routine may jump to where the host goes on.
 * pthread.h declares only a macro, whose kind of handler longjmp does not run. */
void _pthread_cleanup_push(struct _pthread_cleanup_buffer *, void (*)(void *), void *);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *, int run);

static void stop_was_thrown_through(const int *unused)
{
    (void)unused;
    stopping = 0;
}

/* 0: the last call failed, and the policy is `return`, so that nobody was told. */
static int apply_policy(void)
{
    if (last_code == status_ok) return 1;
    if (stopping || policy_returns()) return 0;
    int code = last_code, length = (int)strlen(last_message());
    char text[message_size]; /* the routine's own calls of ours overwrite the last message */
    memcpy(text, last_message(), (size_t)length + 1);
    struct _pthread_cleanup_buffer left; /* by longjmp, */
    const int thrown __attribute__((cleanup(stop_was_thrown_through))) = 0; /* by an exception of C++ */
    (void)thrown;
    stopping = 1;
    _pthread_cleanup_push(&left, stop_is_over, NULL);
    if (stop_routine) stop_routine(&code, text, &length);
    else default_stop(code, text);
    _pthread_cleanup_pop(&left, 1);
    return 1;
}

/* The policy; what it returns to the host goes to the log. Code and message stay those of the call. */
void drawbridge_stop(void)
{
    struct guard g;
    if (apply_policy()) return;
    if (!guard_enter(&g)) { /* a fork, or a call from within a call: no Go */
        static int told;
        if (!told++) tell_standard_error(last_code, last_message(), (struct world){0, 1});
        return;
    }
    goUnheard(last_code, last_message(), secure_getenv("DRAWBRIDGE_LOG"));
    files_touched = 1;
    guard_leave(&g);
}

void frame_onerror_(void (*f)(const int *code, const char *msg, const int *len))
{
    static const char why[] = "frame_onerror: there is no code at the address of the stop routine; the former routine stays";
    if (!f || memory_judge((uintptr_t)f, 1, to_execute) == memory_good) {
        stop_routine = f;
        return;
    }
    drawbridge_refuse(status_null_pointer, why, (int)sizeof why - 1);
    drawbridge_stop();
}
