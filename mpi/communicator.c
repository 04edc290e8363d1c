//go:build mpi
/* The line above is for the go command: this file is compiled in the MPI build only. */

#define _GNU_SOURCE
#include "communicator.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* More than any implementation's MPI_MAX_LIBRARY_VERSION_STRING: the host may run another one than we
 * were compiled for. */
static char version_of_host[1 << 14];

static int is_open_mpi(const char *version) { return strstr(version, "Open MPI") != NULL; }

#ifdef OPEN_MPI
static const int built_for_open_mpi = 1;
#else
static const int built_for_open_mpi = 0;
#endif

const char *mpi_family(void) { return built_for_open_mpi ? "Open MPI" : "MPICH"; }

static int say(char *text, int answer, const char *words)
{
    snprintf(text, text_size, "%s", words);
    return answer;
}

static int failed(char *text, const char *call, int code)
{
    char reason[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    MPI_Error_string(code, reason, &length);
    snprintf(text, text_size, "%s: %.*s", call, 900, reason);
    return answer_failed;
}

int mpi_usable(char *text)
{
    int is_up = 0, is_down = 0, level = 0, is_main = 0, length = 0;
    if (!version_of_host[0]) MPI_Get_library_version(version_of_host, &length);
    if (is_open_mpi(version_of_host) != built_for_open_mpi) {
        snprintf(text, text_size, "the program runs %.60s, this library was built for %s (cmake -DDRAWBRIDGE_MPI=openmpi or mpich)",
                 version_of_host, mpi_family());
        return answer_state;
    }
    MPI_Initialized(&is_up);
    if (!is_up) return say(text, answer_state, "MPI_Init was not called yet");
    MPI_Finalized(&is_down);
    if (is_down) return say(text, answer_state, "MPI_Finalize was called already");
    MPI_Query_thread(&level);
    MPI_Is_thread_main(&is_main);
    if (level < MPI_THREAD_SERIALIZED && !is_main)
        return say(text, answer_state, "this is not the thread that called MPI_Init, and the program did not ask for MPI_THREAD_SERIALIZED");
    return answer_ok;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Polls a request, with the core left to others in between, since ranks may share it: by a yield for a
 * millisecond, then by pauses. */
static int wait_for(MPI_Request *request, double seconds, const char *call, char *text)
{
    double begin = now();
    for (;;) {
        int done = 0, code = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS) return failed(text, call, code);
        if (done) return answer_ok;
        double waited = now() - begin;
        if (waited > seconds) {
            snprintf(text, text_size, "not every rank came within %.3g s (DRAWBRIDGE_PATIENCE)", seconds);
            return answer_late;
        }
        struct timespec pause = {0, 50000};
        if (waited > 1e-3) nanosleep(&pause, NULL);
        else sched_yield();
    }
}

/* A rank that gives up tells the others: one that comes later would find the barrier open, and wait
 * for ever in the call behind it. */
static const int tag_left = 4711;

static void say_goodbye(MPI_Comm comm)
{
    int rank = 0, size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int r = 0; r < size; r++) {
        MPI_Request request;
        if (r != rank && MPI_Isend(NULL, 0, MPI_BYTE, r, tag_left, comm, &request) == MPI_SUCCESS) MPI_Request_free(&request);
    }
}

static int somebody_left(MPI_Comm comm, char *text)
{
    MPI_Status status;
    for (int i = 0; i < 3; i++) { /* each look moves what is on its way */
        int is_there = 0;
        if (MPI_Iprobe(MPI_ANY_SOURCE, tag_left, comm, &is_there, &status) != MPI_SUCCESS || !is_there) continue;
        snprintf(text, text_size, "rank %d waited for this one and went on alone", status.MPI_SOURCE);
        return 1;
    }
    return 0;
}

/* Every rank says which call it is about to make: the least and, negated, the greatest of them must be one,
 * or the calls behind would wait for each other for ever. */
int communicator_meet(MPI_Comm comm, int what, double seconds, char *text)
{
    MPI_Request request;
    struct { int mine[2], least[2]; } *m;
    if (somebody_left(comm, text)) return answer_late;
    if (!(m = calloc(1, sizeof *m))) return say(text, answer_failed, "no memory to meet the other ranks");
    m->mine[0] = what;
    m->mine[1] = -what;
    int code = MPI_Iallreduce(m->mine, m->least, 2, MPI_INT, MPI_MIN, comm, &request);
    if (code != MPI_SUCCESS) {
        free(m);
        return failed(text, "MPI_Iallreduce", code);
    }
    int answer = wait_for(&request, seconds, "MPI_Iallreduce", text);
    if (answer == answer_late) say_goodbye(comm);
    if (answer != answer_ok) return answer; /* MPI may still write into m */
    int same = m->least[0] == -m->least[1];
    free(m);
    if (!same) return say(text, answer_late, "the ranks make different calls, or name different things: each must make the same calls, in the same order");
    if (somebody_left(comm, text)) return answer_late;
    return answer_ok;
}

/* Only with an error handler that returns is it safe to ask about a handle that may be anything. */
static int check(MPI_Comm comm, int handle, char *text)
{
    int between = 0, size = 0;
    int known = comm != MPI_COMM_NULL && comm != (MPI_Comm)0 && MPI_Comm_size(comm, &size) == MPI_SUCCESS;
    if (comm == MPI_COMM_NULL)
        return say(text, answer_argument, "comm is MPI_COMM_NULL: this rank is in no communicator; leave comm out, or call this on the ranks of comm only");
    if (!known) {
        snprintf(text, text_size, "comm = %d is no communicator (of mpi_f08 pass comm%%MPI_VAL)", handle);
        return answer_argument;
    }
    if (MPI_Comm_test_inter(comm, &between) != MPI_SUCCESS || between)
        return say(text, answer_argument, "comm is an intercommunicator; an intracommunicator is expected");
    return answer_ok;
}

static int duplicate(MPI_Comm parent, double seconds, struct communicator *c, char *text)
{
    MPI_Request request;
    int code = MPI_Comm_idup(parent, &c->all, &request);
    if (code != MPI_SUCCESS) return failed(text, "MPI_Comm_idup", code);
    int answer = wait_for(&request, seconds, "MPI_Comm_idup", text);
    if (answer != answer_ok) return answer;
    MPI_Comm_set_errhandler(c->all, MPI_ERRORS_RETURN);
    MPI_Comm_rank(c->all, &c->rank);
    MPI_Comm_size(c->all, &c->size);
    c->handle = (int)MPI_Comm_c2f(c->all);
    answer = communicator_meet(c->all, 0, seconds, text); /* a late rank may be alone with its duplicate */
    if (answer != answer_ok) return answer;
    code = MPI_Comm_split_type(c->all, MPI_COMM_TYPE_SHARED, c->rank, MPI_INFO_NULL, &c->node);
    if (code != MPI_SUCCESS) return failed(text, "MPI_Comm_split_type", code);
    MPI_Comm_set_errhandler(c->node, MPI_ERRORS_RETURN);
    MPI_Comm_rank(c->node, &c->node_rank);
    MPI_Comm_size(c->node, &c->node_size);
    return answer_ok;
}

/* Errors of a call return while the host's communicators carry our handler; theirs come back after. */
static void lend_handler(MPI_Comm comm, MPI_Errhandler *theirs)
{
    MPI_Comm_get_errhandler(comm, theirs);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
}

static void return_handler(MPI_Comm comm, MPI_Errhandler *theirs)
{
    MPI_Comm_set_errhandler(comm, *theirs);
    MPI_Errhandler_free(theirs);
}

static int adopt_checked(int handle, double seconds, struct communicator **made, char *text)
{
    MPI_Errhandler theirs;
    MPI_Comm parent = MPI_Comm_f2c((MPI_Fint)handle);
    int answer = check(parent, handle, text);
    if (answer != answer_ok) return answer;
    struct communicator *c = calloc(1, sizeof *c);
    if (!c) return say(text, answer_failed, "no memory for a communicator");
    c->all = c->node = MPI_COMM_NULL;
    lend_handler(parent, &theirs);
    answer = duplicate(parent, seconds, c, text);
    return_handler(parent, &theirs);
    if (answer == answer_ok) *made = c;
    else if (answer != answer_late) free(c); /* of a late one, MPI still writes into it */
    return answer;
}

int communicator_adopt(int handle, double seconds, struct communicator **made, char *text)
{
    MPI_Errhandler of_world, of_self;
    int answer = mpi_usable(text);
    if (answer != answer_ok) return answer;
    lend_handler(MPI_COMM_WORLD, &of_world); /* before MPI-4 errors without a communicator go there, */
    lend_handler(MPI_COMM_SELF, &of_self);   /* since then here */
    answer = adopt_checked(handle, seconds, made, text);
    return_handler(MPI_COMM_SELF, &of_self);
    return_handler(MPI_COMM_WORLD, &of_world);
    return answer;
}

void communicator_free(struct communicator *c)
{
    MPI_Comm_free(&c->node);
    MPI_Comm_free(&c->all);
    free(c);
}
