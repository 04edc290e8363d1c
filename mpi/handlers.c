//go:build mpi
/* The line above is for the go command: this file is compiled in the MPI build only. */
/* What both the communicator and its exchanges need: answers in words, and error handlers that return. */

#include <stdio.h>

#include "communicator.h"

int communicator_say(char *text, int answer, const char *words)
{
    snprintf(text, text_size, "%s", words);
    return answer;
}

int communicator_failed(char *text, const char *call, int code)
{
    char reason[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    MPI_Error_string(code, reason, &length);
    snprintf(text, text_size, "%s: %.*s", call, 900, reason);
    return answer_failed;
}

/* Errors of a call return while the host's communicators carry our handler; theirs come back after. */
void handler_lend(MPI_Comm comm, MPI_Errhandler *theirs)
{
    MPI_Comm_get_errhandler(comm, theirs);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
}

void handler_return(MPI_Comm comm, MPI_Errhandler *theirs)
{
    MPI_Comm_set_errhandler(comm, *theirs);
    MPI_Errhandler_free(theirs);
}

void handlers_lend(struct handlers *theirs)
{
    handler_lend(MPI_COMM_WORLD, &theirs->world); /* before MPI-4 errors without a communicator go there, */
    handler_lend(MPI_COMM_SELF, &theirs->self);   /* since then here */
}

void handlers_return(struct handlers *theirs)
{
    handler_return(MPI_COMM_SELF, &theirs->self);
    handler_return(MPI_COMM_WORLD, &theirs->world);
}
