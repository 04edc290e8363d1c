#define _GNU_SOURCE
#include "guard.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xmmintrin.h>

#include "entry.h"

__thread int last_code;
static __thread char *message;
static pthread_key_t message_key;
static pthread_once_t message_once = PTHREAD_ONCE_INIT;

static sigset_t asynchronous, before_go;
static char given_policy;
static void (*stop_routine)(const int *, const char *, const int *);

static void make_message_key(void) { pthread_key_create(&message_key, free); }

char *last_message(void)
{
    static char shared[message_size]; /* of threads that there is no memory for */
    if (message) return message;
    pthread_once(&message_once, make_message_key);
    message = calloc(1, message_size);
    if (!message) return shared;
    pthread_setspecific(message_key, message); /* freed when the thread ends */
    return message;
}

static void fill_asynchronous(void)
{
    static const int synchronous[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGPIPE, SIGURG};
    sigfillset(&asynchronous);
    for (size_t i = 0; i < sizeof synchronous / sizeof *synchronous; i++) sigdelset(&asynchronous, synchronous[i]);
}

/* Before the Go runtime starts (its constructor has no priority): its threads inherit the mask. */
__attribute__((constructor(101))) static void block_before_go(void)
{
    fill_asynchronous();
    pthread_sigmask(SIG_BLOCK, &asynchronous, &before_go);
}

/* After it: the host's thread gets its mask back. */
__attribute__((constructor)) static void restore_after_go(void) { pthread_sigmask(SIG_SETMASK, &before_go, NULL); }

void guard_enter(struct guard *g)
{
    pthread_sigmask(SIG_BLOCK, &asynchronous, &g->mask);
    g->mxcsr = _mm_getcsr();
    _mm_setcsr(0x9fc0);
}

void guard_leave(const struct guard *g)
{
    _mm_setcsr(g->mxcsr);
    pthread_sigmask(SIG_SETMASK, &g->mask, NULL);
}

void set_policy(char policy) { given_policy = policy; }

/* MPI_Abort of whatever MPI the host has loaded, if it is between init and finalize. Looked up by
 * name, so that the library needs no MPI of its own. */
static void abort_mpi(int code)
{
    int (*initialized)(int *) = (int (*)(int *))dlsym(RTLD_DEFAULT, "MPI_Initialized");
    int (*finalized)(int *) = (int (*)(int *))dlsym(RTLD_DEFAULT, "MPI_Finalized");
    void *abort_job = dlsym(RTLD_DEFAULT, "MPI_Abort");
    int is_up = 0, is_down = 0;
    if (!initialized || !finalized || !abort_job) return;
    initialized(&is_up);
    finalized(&is_down);
    if (!is_up || is_down) return;
    void *open_mpi_world = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world");
    if (open_mpi_world) ((int (*)(void *, int))abort_job)(open_mpi_world, code);
    else ((int (*)(int, int))abort_job)(0x44000000, code); /* MPI_COMM_WORLD of the MPICH family */
}

static void default_stop(int code, const char *message)
{
    fprintf(stderr, "drawbridge: error %d: %s\n", code, message);
    fflush(stderr);
    abort_mpi(code);
    exit(code);
}

static int policy_returns(void)
{
    const char *word = getenv("DRAWBRIDGE_ON_ERROR");
    if (word && *word) return strcmp(word, "return") == 0;
    return given_policy == 'r';
}

void apply_policy(void)
{
    if (last_code == 0 || policy_returns()) return;
    int length = (int)strlen(last_message());
    if (stop_routine) stop_routine(&last_code, last_message(), &length);
    else default_stop(last_code, last_message());
}

void frame_onerror_(void (*f)(const int *code, const char *msg, const int *len)) { stop_routine = f; }

void frame_status_(int *code)
{
    if (code) *code = last_code;
}

void frame_message_(char *buf, int len)
{
    size_t n = strlen(last_message());
    if (!buf || len < 1) return;
    if (n > (size_t)len) n = (size_t)len;
    memcpy(buf, last_message(), n);
    memset(buf + n, ' ', (size_t)len - n);
}

char *environment_text(void)
{
    size_t size = 1;
    for (char **e = environ; e && *e; e++) size += strlen(*e) + 1;
    char *text = malloc(size), *end = text;
    if (!text) return NULL;
    for (char **e = environ; e && *e; e++) {
        size_t n = strlen(*e);
        memcpy(end, *e, n);
        end[n] = '\n';
        end += n + 1;
    }
    *end = 0;
    return text;
}
