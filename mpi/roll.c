//go:build mpi
/* The line above is for the go command: this file is compiled in the MPI build only.
 *
 * Who is missing in a call of all ranks. Each rank that waits there says so to the first and to the last rank. These two wait
 * a moment for all such words, and tell those that are here who is not. A rank that hears neither knows that both are missing. */

#define _GNU_SOURCE
#include "communicator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_named = 8 };
struct absent {
    int64_t count, ranks[most_named]; /* the first of them */
};

/* s that words of ranks take which run, even where cores are shared; and before a pause between two looks */
static const double grace = 1.0, eager = 1e-3;

static int collects(const struct communicator *c, int rank) { return rank == 0 || rank == c->size - 1; }

/* Small messages leave without their receiver. What they hold stays: a communicator that was given up is not freed. */
static void send(struct communicator *c, int to, int tag, const void *data, int numbers)
{
    MPI_Request request;
    if (MPI_Isend(data, numbers, MPI_INT64_T, to, tag, c->all, &request) == MPI_SUCCESS) MPI_Request_free(&request);
}

static void say_here(struct communicator *c)
{
    c->here = c->meetings;
    send(c, 0, tag_here, &c->here, 1);
    send(c, c->size - 1, tag_here, &c->here, 1);
}

/* Marks who waits in the same call; this rank is among them. */
static void hear_all(struct communicator *c, char *here)
{
    int heard = 0;
    for (struct watch w = watch_from_now(0, eager); w.ran < grace && heard < c->size;) {
        MPI_Status status;
        int64_t number = 0;
        int is_there = 0;
        if (MPI_Iprobe(MPI_ANY_SOURCE, tag_here, c->all, &is_there, &status) != MPI_SUCCESS) return;
        if (!is_there) {
            watch_rest(&w);
            continue;
        }
        MPI_Recv(&number, 1, MPI_INT64_T, status.MPI_SOURCE, tag_here, c->all, MPI_STATUS_IGNORE);
        heard += number == c->meetings && !here[status.MPI_SOURCE];
        if (number == c->meetings) here[status.MPI_SOURCE] = 1;
    }
}

static void collect(struct communicator *c, struct absent *a)
{
    struct absent *told = calloc(1, sizeof *told); /* stays, as what is sent does */
    char *here = calloc((size_t)c->size, 1);
    if (told && here) {
        hear_all(c, here);
        for (int rank = 0; rank < c->size; rank++)
            if (!here[rank] && told->count++ < most_named) told->ranks[told->count - 1] = rank;
        for (int rank = 0; rank < c->size; rank++)
            if (here[rank] && !collects(c, rank)) send(c, rank, tag_absent, told, 1 + most_named);
        *a = *told;
    }
    free(here);
}

static void ask(struct communicator *c, struct absent *a)
{
    for (struct watch w = watch_from_now(0, eager); w.ran < 2 * grace; watch_rest(&w)) {
        MPI_Status status;
        int is_there = 0;
        if (MPI_Iprobe(MPI_ANY_SOURCE, tag_absent, c->all, &is_there, &status) != MPI_SUCCESS) break;
        if (!is_there) continue;
        MPI_Recv(a, 1 + most_named, MPI_INT64_T, status.MPI_SOURCE, tag_absent, c->all, MPI_STATUS_IGNORE);
        return;
    }
    *a = (struct absent){2, {0, c->size - 1}};
}

static void name(const struct absent *a, double seconds, char *text)
{
    const int named = (int)(a->count < most_named ? a->count : most_named);
    int n = snprintf(text, text_size, named == 0 ? "not every rank" : named == 1 ? "rank" : "ranks");
    for (int i = 0; i < named; i++)
        n += snprintf(text + n, (size_t)(text_size - n), "%s %lld", i == 0 ? "" : i < named - 1 || a->count > named ? "," : " and", (long long)a->ranks[i]);
    if (a->count > named) n += snprintf(text + n, (size_t)(text_size - n), " and %lld more", (long long)(a->count - named));
    snprintf(text + n, (size_t)(text_size - n), " %s within %.3g s (DRAWBRIDGE_PATIENCE)", named == 0 ? "came" : "did not come", seconds);
}

int communicator_roll(struct communicator *c, double seconds, char *text)
{
    struct absent a = {0};
    struct handlers theirs;
    handlers_lend(&theirs);
    say_here(c);
    if (collects(c, c->rank)) collect(c, &a);
    else ask(c, &a);
    handlers_return(&theirs);
    name(&a, seconds, text);
    return answer_late;
}
