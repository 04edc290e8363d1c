/* What emer/empi lacks: adopting a communicator, calls that do not block, waiting with a limit, giving back.
 *
 * No function here waits for another rank in a call of MPI: each begins a call that returns at once and
 * polls it. Every function returns one of enum mpi_answer; text gets the reason, of text_size characters at
 * most. After another answer than answer_ok or answer_argument the communicator is lost: calls may stay
 * unfinished on it, and the memory that they were given must stay, so nothing of it is freed. */
#ifndef DRAWBRIDGE_COMMUNICATOR_H
#define DRAWBRIDGE_COMMUNICATOR_H

#include <mpi.h>
#include <stdint.h>

enum { text_size = 1024, call_size = 240 };
enum mpi_answer { answer_ok, answer_state, answer_argument, answer_late, answer_left, answer_differs, answer_apart, answer_failed };

/* A rank that gives up sends a goodbye with tag_left. Then follow the words of roll.c. A rank that waits for a halo asks its neighbour with
 * tag_asks where it is, and gets an answer with tag_answers from one that waits in a call of all. Values of snapshots have tag_values, and halos tag_halo or one after it, by the way that they go. */
enum { tag_asks = 4707, tag_answers = 4708, tag_here = 4709, tag_absent = 4710, tag_left = 4711, tag_values = 4712, tag_halo = 4713 };

/* What a rank brings to a meeting, and what all bring together. All meetings have this form, for the ranks may make different ones. */
enum { most_sums = 66, most_greatest = 4 };
struct meeting {
    int64_t least[5]; /* of the ranks: the meeting and what it is of, each as a number and its negative, and a value */
    int64_t sums[most_sums];
    uint64_t greatest[most_greatest];
};

struct goodbye {
    int64_t patience; /* ms; below 0 where the rank waits for a late one in a call of all */
    char words[text_size]; /* why, where it is known */
};

/* A question or an answer. */
struct letter {
    int64_t number, meetings; /* of the asker's wait; calls of all ranks that the asker has made */
    char call[call_size];     /* that the sender waits in */
};
struct post {
    struct letter letter;
    MPI_Request request;
};

struct communicator {
    MPI_Comm all; /* our duplicate, with MPI_ERRORS_RETURN */
    MPI_Datatype meeting;
    MPI_Op meet;
    int rank, size;
    int handle;       /* `all` for Fortran and MPI-IO */
    double patience;  /* s that a call waits for other ranks */
    double alert;     /* s of them without a yield */
    int left;         /* after answer_left the rank that gave up */
    struct goodbye heard; /* what that rank said */
    int has_told;     /* the others were told that this rank gave up */
    struct goodbye goodbye; /* what they are told */
    int closes;       /* others may have freed theirs: nobody is told anything */
    int64_t meetings; /* calls of all ranks so far */
    int64_t here;     /* the one that this rank waits in, while it is sent */
    char call[call_size]; /* that this rank makes, in words */
    int64_t waits;        /* for halos so far */
    struct post question, answer;
};

/* Is MPI up, of the family we were built for, and may this thread call it? Makes no MPI call that
 * needs MPI_Init before it knows. */
int mpi_usable(char *text);

/* Duplicates the communicator behind a Fortran handle; every rank calls it. On answer_ok *made is ours
 * until communicator_free. */
int communicator_adopt(int fortran_handle, double patience, struct communicator **made, char *text);
void communicator_free(struct communicator *);

/* The place of this rank in the Cartesian communicator behind a Fortran handle, which has so many axes; makes no call that waits. */
struct cartesian {
    int dims[3], periodic[3], at[3];
};
int communicator_cartesian(int fortran_handle, int axes, struct cartesian *, char *text);

/* Whether the communicator behind a Fortran handle has the ranks of this one, in their order; makes no call that waits. */
int communicator_covers(struct communicator *, int fortran_handle);

/* This rank has a core of its own: its waits begin without a yield. */
void communicator_spins(struct communicator *);

/* Tells the other ranks that this one makes no further calls here. */
void communicator_abandon(struct communicator *);

/* Whether a rank has said that it gave up; makes no call that waits. */
int communicator_heard(struct communicator *);

/* What the MPI of the host says of messages in the memory of a GPU: 1 it takes them, 0 it does not, -1 it has no such question. */
int mpi_device_aware(void);

/* Every rank says which meeting it comes to and what it is of, and brings numbers; each gets the least value, the sums and the greatest
 * numbers of all. *of_one: it is of the same on all ranks. Ranks that come to different meetings are an error of all. `turns` is how many
 * patiences the call may take; 0 sets no limit, and then only a rank that has given up ends the wait. */
int communicator_meet(struct communicator *, int64_t what, int64_t of, int turns, struct meeting *, int *of_one, char *text);
/* Makes the type and the operation of meetings. */
int communicator_prepare_meetings(struct communicator *, char *text);

/* The bytes of one rank for all. */
int communicator_spread(struct communicator *, int from, void *data, int bytes, char *text);

/* A slot of each rank, as long as all others, for rank 0, or for all; tiles holds them all where they come. */
int communicator_collect(struct communicator *, void *slot, int bytes, void *tiles, int to_all, char *text);

/* Values to one rank, and from one. */
int communicator_send(struct communicator *, int to, int turns, double *values, int n, char *text);
int communicator_receive(struct communicator *, int from, double *values, int n, char *text);

/* Messages under way at the same time; n of them at most most_messages. `way`, from 0 on, tells apart those between the same ranks. */
enum { most_messages = 256 };
struct message {
    double *values;
    int count, peer, way, sends;
};
int communicator_swap(struct communicator *, const struct message *, int n, char *text);

/* handlers.c. While our handlers are lent, errors return; the host's come back after. Of one communicator, and of those that have none. */
void handler_lend(MPI_Comm comm, MPI_Errhandler *theirs);
void handler_return(MPI_Comm comm, MPI_Errhandler *theirs);
struct handlers {
    MPI_Errhandler world, self;
};
void handlers_lend(struct handlers *);
void handlers_return(struct handlers *);

/* Answers of a call with what failed in words. */
int communicator_failed(char *text, const char *call, int code);
int communicator_say(char *text, int answer, const char *words);

/* watch.c. Waiting is counted in time in which this process ran. */
struct watch {
    double last, ran, yields_after, pauses_after; /* s; a rest before the first is none, before the second it is a yield, then a pause */
};
struct watch watch_from_now(double yields_after, double pauses_after);
void watch_rest(struct watch *); /* leaves the core to others, since ranks may share it */

/* roll.c. Where not all have come to a call of all ranks: says in text who has not, and answers answer_late. Those that have make this call. */
int communicator_roll(struct communicator *, double seconds, char *text);

/* exchange.c. Waits for a call of all ranks that was begun; comm may be null, then nobody can tell that it gave up. For communicator.c. */
int communicator_wait(struct communicator *, MPI_Request *request, double seconds, const char *call, char *text);

/* "Open MPI" or "MPICH", of the headers this was compiled with. */
const char *mpi_family(void);

#endif
