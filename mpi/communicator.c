//go:build mpi
/* The line above is for the go command: this file is compiled in the MPI build only. */

#define _GNU_SOURCE
#include "communicator.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int mpi_device_aware(void)
{
    int (*ask)(void);
    *(void **)&ask = dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support");
    return ask ? ask() != 0 : -1;
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
    if (!is_up) return communicator_say(text, answer_state, "MPI_Init was not called yet");
    MPI_Finalized(&is_down);
    if (is_down) return communicator_say(text, answer_state, "MPI_Finalize was called already");
    MPI_Query_thread(&level);
    MPI_Is_thread_main(&is_main);
    if (level < MPI_THREAD_SERIALIZED && !is_main)
        return communicator_say(text, answer_state, "this is not the thread that called MPI_Init, and the program did not ask for MPI_THREAD_SERIALIZED");
    return answer_ok;
}

/* Only with an error handler that returns is it safe to ask about a handle that may be anything. */
static int check(MPI_Comm comm, int handle, char *text)
{
    int between = 0, size = 0;
    int known = comm != MPI_COMM_NULL && comm != (MPI_Comm)0 && MPI_Comm_size(comm, &size) == MPI_SUCCESS;
    if (comm == MPI_COMM_NULL)
        return communicator_say(text, answer_argument, "comm is MPI_COMM_NULL: this rank is in no communicator; leave comm out, or call this on the ranks of comm only");
    if (!known) {
        snprintf(text, text_size, "comm = %d is no communicator (of mpi_f08 pass comm%%MPI_VAL)", handle);
        return answer_argument;
    }
    if (MPI_Comm_test_inter(comm, &between) != MPI_SUCCESS || between)
        return communicator_say(text, answer_argument, "comm is an intercommunicator; an intracommunicator is expected");
    return answer_ok;
}

/* A rank that loses patience here leaves an unfinished MPI_Comm_idup on the host's communicator: there is no
 * other way to make a duplicate without blocking. It is finished when the late rank comes. */
static int duplicate(MPI_Comm parent, struct communicator *c, char *text)
{
    MPI_Request request;
    MPI_Comm *made = calloc(1, sizeof *made); /* MPI may write there when nobody waits any more */
    if (!made) return communicator_say(text, answer_failed, "no memory for a communicator");
    int code = MPI_Comm_idup(parent, made, &request);
    if (code != MPI_SUCCESS) {
        free(made);
        return communicator_failed(text, "MPI_Comm_idup", code);
    }
    int answer = communicator_wait(c, &request, c->patience, "MPI_Comm_idup", text);
    if (answer != answer_ok) return answer;
    c->all = *made;
    free(made);
    MPI_Comm_set_errhandler(c->all, MPI_ERRORS_RETURN);
    MPI_Comm_rank(c->all, &c->rank);
    MPI_Comm_size(c->all, &c->size);
    c->handle = (int)MPI_Comm_c2f(c->all);
    return communicator_prepare_meetings(c, text);
}

static int adopt_checked(int handle, double patience, struct communicator **made, char *text)
{
    MPI_Errhandler theirs;
    MPI_Comm parent = MPI_Comm_f2c((MPI_Fint)handle);
    int answer = check(parent, handle, text);
    if (answer != answer_ok) return answer;
    struct communicator *c = calloc(1, sizeof *c);
    if (!c) return communicator_say(text, answer_failed, "no memory for a communicator");
    c->all = MPI_COMM_NULL;
    c->left = -1;
    c->patience = patience;
    c->goodbye.patience = (int64_t)(1e3 * patience);
    c->question.request = c->answer.request = MPI_REQUEST_NULL;
    handler_lend(parent, &theirs);
    answer = duplicate(parent, c, text);
    handler_return(parent, &theirs);
    if (answer == answer_ok) *made = c;
    else free(c);
    return answer;
}

int communicator_covers(struct communicator *c, int handle)
{
    char text[text_size];
    struct handlers theirs;
    int result = MPI_UNEQUAL;
    MPI_Comm other = MPI_Comm_f2c((MPI_Fint)handle);
    handlers_lend(&theirs);
    if (check(other, handle, text) == answer_ok && MPI_Comm_compare(c->all, other, &result) != MPI_SUCCESS) result = MPI_UNEQUAL;
    handlers_return(&theirs);
    return result == MPI_IDENT || result == MPI_CONGRUENT;
}

int communicator_adopt(int handle, double patience, struct communicator **made, char *text)
{
    struct handlers theirs;
    int answer = mpi_usable(text);
    if (answer != answer_ok) return answer;
    handlers_lend(&theirs);
    answer = adopt_checked(handle, patience, made, text);
    handlers_return(&theirs);
    return answer;
}

static int cartesian_of(MPI_Comm comm, int axes, struct cartesian *c, char *text)
{
    int kind = 0, count = 0;
    if (MPI_Topo_test(comm, &kind) != MPI_SUCCESS || kind != MPI_CART || MPI_Cartdim_get(comm, &count) != MPI_SUCCESS)
        return communicator_say(text, answer_argument, "comm has no Cartesian topology; one of MPI_Cart_create is expected");
    if (count != axes) {
        snprintf(text, text_size, "comm has a Cartesian topology of %d axes, %d expected, as the grid has; give an axis that is not divided the dimension 1", count, axes);
        return answer_argument;
    }
    int code = MPI_Cart_get(comm, axes, c->dims, c->periodic, c->at);
    return code == MPI_SUCCESS ? answer_ok : communicator_failed(text, "MPI_Cart_get", code);
}

int communicator_cartesian(int handle, int axes, struct cartesian *c, char *text)
{
    struct handlers theirs;
    MPI_Errhandler of_comm;
    int answer = mpi_usable(text);
    if (answer != answer_ok) return answer;
    handlers_lend(&theirs);
    MPI_Comm comm = MPI_Comm_f2c((MPI_Fint)handle);
    answer = check(comm, handle, text);
    if (answer == answer_ok) {
        handler_lend(comm, &of_comm);
        answer = cartesian_of(comm, axes, c, text);
        handler_return(comm, &of_comm);
    }
    handlers_return(&theirs);
    return answer;
}

void communicator_spins(struct communicator *c)
{
    c->alert = 300e-6;
}

void communicator_free(struct communicator *c)
{
    MPI_Op_free(&c->meet);
    MPI_Type_free(&c->meeting);
    MPI_Comm_free(&c->all);
    free(c);
}
