#define _GNU_SOURCE
#include "guard.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../device/hostmemory/access.h"
#include "entry.h"
#include "machine.h"

__thread int last_code;
static __thread char *message;
static pthread_key_t message_key;
static pthread_once_t message_once = PTHREAD_ONCE_INIT;

static sigset_t asynchronous, before_go;
static pthread_mutex_t one_at_a_time;
static volatile sig_atomic_t forked;
static __thread int stopping; /* inside the stop routine: its own calls return */
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

static void after_fork_in_child(void) { forked = 1; }

/* Before the Go runtime starts (its constructor has no priority): its threads inherit the mask. */
__attribute__((constructor(101))) static void block_before_go(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&one_at_a_time, &kind);
    pthread_mutexattr_destroy(&kind);
    pthread_atfork(NULL, NULL, after_fork_in_child);
    fill_asynchronous();
    pthread_sigmask(SIG_BLOCK, &asynchronous, &before_go);
}

/* After it: the host's thread gets its mask back. */
__attribute__((constructor)) static void restore_after_go(void) { pthread_sigmask(SIG_SETMASK, &before_go, NULL); }

static int refuse(const char *why)
{
    return drawbridge_refuse(6 /* order */, why, (int)strlen(why)), 0;
}

int guard_enter(struct guard *g)
{
    if (forked) return refuse("this process is a fork of one that used Drawbridge: compute in the parent, or exec first");
    pthread_sigmask(SIG_BLOCK, &asynchronous, &g->mask);
    if (pthread_mutex_lock(&one_at_a_time) != 0) {
        pthread_sigmask(SIG_SETMASK, &g->mask, NULL);
        return refuse("a call of Drawbridge from within a call of Drawbridge");
    }
    g->floats = save_floats();
    set_floats();
    return 1;
}

void guard_leave(const struct guard *g)
{
    restore_floats(g->floats);
    pthread_mutex_unlock(&one_at_a_time);
    pthread_sigmask(SIG_SETMASK, &g->mask, NULL);
}

void mend_host_handlers(void)
{
    static const int open_on_go_threads[] = {SIGPROF, SIGCHLD, SIGSTKFLT};
    for (size_t i = 0; i < sizeof open_on_go_threads / sizeof *open_on_go_threads; i++) {
        struct sigaction action;
        if (sigaction(open_on_go_threads[i], NULL, &action) != 0 || (action.sa_flags & SA_ONSTACK)) continue;
        if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) continue;
        action.sa_flags |= SA_ONSTACK;
        sigaction(open_on_go_threads[i], &action, NULL);
    }
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
    if (!word || !*word) return given_policy == 'r';
    return strncmp(word + strspn(word, " "), "return", 6) == 0;
}

int apply_policy(void)
{
    if (last_code == 0) return 1;
    if (stopping || policy_returns()) return 0;
    int code = last_code, length = (int)strlen(last_message());
    char text[message_size]; /* the routine's own calls of ours overwrite the last message */
    memcpy(text, last_message(), (size_t)length + 1);
    stopping = 1;
    if (stop_routine) stop_routine(&code, text, &length);
    else default_stop(code, text);
    stopping = 0;
    return 1;
}

void frame_onerror_(void (*f)(const int *code, const char *msg, const int *len))
{
    static const char why[] = "frame_onerror: there is no code at the address of the stop routine; the former routine stays";
    if (!f || memory_judge((uintptr_t)f, 1, to_execute) == memory_good) {
        stop_routine = f;
        return;
    }
    drawbridge_refuse(3 /* null pointer */, why, (int)sizeof why - 1);
    drawbridge_stop();
}

void frame_status_(int *code)
{
    if (memory_judge((uintptr_t)code, sizeof *code, to_write) == memory_good) *code = last_code;
}

void frame_message_(char *buf, int len)
{
    size_t n = strlen(last_message());
    if (len < 1 || memory_judge((uintptr_t)buf, (size_t)len, to_write) != memory_good) return;
    if (n > (size_t)len) n = (size_t)len;
    memcpy(buf, last_message(), n);
    memset(buf + n, ' ', (size_t)len - n);
}

/* Our settings, the launchers' places (frame/launcher.go), where caches lie. */
static int is_ours(const char *variable)
{
    static const char *const prefixes[] = {"DRAWBRIDGE_", "OMPI_COMM_WORLD_LOCAL", "MPI_LOCAL", "PALS_LOCAL", "FLUX_TASK_LOCAL",
                                           "SLURM_LOCALID=", "SLURM_NTASKS_PER_NODE=", "XDG_CACHE_HOME=", "HOME="};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(variable, prefixes[i], strlen(prefixes[i])) == 0) return 1;
    return 0;
}

char *environment_text(void)
{
    size_t size = 1;
    for (char **e = environ; e && *e; e++) size += is_ours(*e) ? strlen(*e) + 1 : 0;
    char *text = malloc(size), *end = text;
    if (!text) return NULL;
    for (char **e = environ; e && *e; e++) {
        if (!is_ours(*e)) continue;
        for (const char *c = *e; *c; c++) *end++ = *c == '\n' ? ' ' : *c;
        *end++ = '\n';
    }
    *end = 0;
    return text;
}
