/* What emer/empi lacks: adopting a communicator, waiting with a limit, giving back. Every function
 * returns one of enum mpi_answer; text gets the reason, of text_size characters at most. */
#ifndef DRAWBRIDGE_COMMUNICATOR_H
#define DRAWBRIDGE_COMMUNICATOR_H

#include <mpi.h>

enum { text_size = 1024 };
enum mpi_answer { answer_ok, answer_state, answer_argument, answer_late, answer_failed };

struct communicator {
    MPI_Comm all, node; /* our own, with MPI_ERRORS_RETURN */
    int rank, size, node_rank, node_size;
    int handle; /* `all` for Fortran and MPI-IO */
};

/* Is MPI up, of the family we were built for, and may this thread call it? Makes no MPI call that
 * needs MPI_Init before it knows. */
int mpi_usable(char *text);

/* Duplicates the communicator behind a Fortran handle and splits it by node; collective. `seconds`
 * is how long it waits for the other ranks. On answer_ok *made is ours until communicator_free. */
int communicator_adopt(int fortran_handle, double seconds, struct communicator **made, char *text);

/* Waits until every rank of `comm` is here, about to make the call of that number. After answer_late the communicator is lost: a reduction
 * may stay pending on it. */
int communicator_meet(MPI_Comm comm, int what, double seconds, char *text);

void communicator_free(struct communicator *);

/* "Open MPI 4.1.4" or the like, of the headers this was compiled with. */
const char *mpi_family(void);

#endif
