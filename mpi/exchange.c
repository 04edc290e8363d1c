//go:build mpi
/* The line above is for the go command: this file is compiled in the MPI build only.
 *
 * What ranks exchange, by calls of MPI that do not block. A rank that waits too long tells the others and
 * leaves; the others hear it while they wait. So no rank is alone in a call that another one has given up. */

#define _GNU_SOURCE
#include "communicator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* s of yields before the first pause: a small message takes microseconds; parts of a large one come one by one,
 * and each is moved by a look. */
static const double small = 1e-3, large = 50e-3;

static int somebody_left(struct communicator *c)
{
    MPI_Status status;
    int is_there = 0;
    if (c->all == MPI_COMM_NULL || c->left >= 0) return c->left >= 0;
    if (MPI_Iprobe(MPI_ANY_SOURCE, tag_left, c->all, &is_there, &status) != MPI_SUCCESS || !is_there) return 0;
    if (MPI_Recv(&c->heard, sizeof c->heard, MPI_BYTE, status.MPI_SOURCE, tag_left, c->all, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        c->heard.patience = 0, c->heard.words[0] = 0; /* it is here: this does not wait */
    c->left = status.MPI_SOURCE;
    if (!c->goodbye.words[0]) memcpy(c->goodbye.words, c->heard.words, sizeof c->goodbye.words); /* others hear the same */
    return 1;
}

int communicator_heard(struct communicator *c)
{
    struct handlers theirs;
    handlers_lend(&theirs);
    const int left = somebody_left(c);
    handlers_return(&theirs);
    return left;
}

/* Sends a letter unless the one before is still under way: then its memory is MPI's. */
static void send_letter(struct communicator *c, struct post *p, struct letter l, int to, int tag)
{
    int done = 1;
    if (p->request != MPI_REQUEST_NULL) MPI_Test(&p->request, &done, MPI_STATUS_IGNORE);
    if (!done) return;
    p->letter = l;
    memcpy(p->letter.call, c->call, sizeof c->call);
    MPI_Isend(&p->letter, sizeof p->letter, MPI_BYTE, to, tag, c->all, &p->request);
}

static int letter_is_here(struct communicator *c, int from, int tag, struct letter *l, int *sender)
{
    MPI_Status status;
    int is_there = 0;
    if (MPI_Iprobe(from, tag, c->all, &is_there, &status) != MPI_SUCCESS || !is_there) return 0;
    *sender = status.MPI_SOURCE;
    return MPI_Recv(l, sizeof *l, MPI_BYTE, *sender, tag, c->all, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

/* In a call of all: tells those who ask, and have not come to it, which call this is. */
static void answer_questions(struct communicator *c)
{
    struct letter l;
    int sender;
    while (c->all != MPI_COMM_NULL && letter_is_here(c, MPI_ANY_SOURCE, tag_asks, &l, &sender))
        if (l.meetings == c->meetings) send_letter(c, &c->answer, l, sender, tag_answers);
}

static int wait_quietly(struct communicator *c, MPI_Request *request, double seconds, double message, int of_all, const char *call, char *text)
{
    struct watch w = watch_from_now(c->alert, message);
    for (unsigned looks = 0;; looks++) {
        int done = 0, code = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS) return communicator_failed(text, call, code);
        if (done) return answer_ok;
        if (looks % 8 == 0 && somebody_left(c)) return answer_left;
        if (of_all && looks % 8 == 0) answer_questions(c);
        if (w.ran > seconds) {
            snprintf(text, text_size, "not every rank came within %.3g s (DRAWBRIDGE_PATIENCE)", seconds);
            return answer_late;
        }
        watch_rest(&w);
    }
}

/* An error in a collective call that does not block goes to the handler of MPI_COMM_WORLD, or since MPI-4 of
 * MPI_COMM_SELF, which would end the host. */
static int wait_for(struct communicator *c, MPI_Request *request, double seconds, double message, int of_all, const char *call, char *text)
{
    struct handlers theirs;
    handlers_lend(&theirs);
    int answer = wait_quietly(c, request, seconds, message, of_all, call, text);
    handlers_return(&theirs);
    return answer;
}

/* Tells the ranks at distances 1, 2, 4 and so on, which tell theirs when they hear it: of many ranks that give up
 * at once, none sends to all. The messages fit into what MPI sends without the receiver. All are under way at once, for up to a
 * second: a first message to a rank opens a connection, and the host may go on without MPI. */
void communicator_abandon(struct communicator *c)
{
    MPI_Request request[64]; /* two for each power of two */
    struct handlers theirs;
    int n = 0, done = 0;
    if (c->has_told) return;
    c->has_told = 1;
    handlers_lend(&theirs);
    for (int distance = 1; distance < c->size && distance > 0 && n < 62; distance *= 2)
        for (int side = 0; side < 2; side++) {
            int to = (c->rank + (side ? c->size - distance : distance)) % c->size;
            if (to == c->rank || (side && 2 * distance == c->size)) continue;
            if (MPI_Isend(&c->goodbye, sizeof c->goodbye, MPI_BYTE, to, tag_left, c->all, &request[n]) == MPI_SUCCESS) n++;
        }
    struct watch w = watch_from_now(0, small);
    while (MPI_Testall(n, request, &done, MPI_STATUSES_IGNORE) == MPI_SUCCESS && !done && w.ran < 1.0) watch_rest(&w);
    for (int i = 0; i < n && !done; i++)
        if (request[i] != MPI_REQUEST_NULL) MPI_Request_free(&request[i]);
    handlers_return(&theirs);
}

/* Where a rank does not come, those that wait tell each other who is here. So all of them give up at once and can name who is not. */
int communicator_wait(struct communicator *c, MPI_Request *request, double seconds, const char *call, char *text)
{
    int answer = wait_for(c, request, seconds, small, 1, call, text);
    if (c->all == MPI_COMM_NULL || c->closes) return answer;
    c->meetings++;
    if (answer != answer_late && (answer != answer_left || c->heard.patience >= 0)) return answer;
    c->goodbye.patience = -llabs(c->goodbye.patience);
    communicator_abandon(c);
    return communicator_roll(c, isfinite(seconds) ? seconds : c->patience, text);
}

/* The operation of meetings. MPI gives whole ones: they are one element of its type. */
static void meet(void *given, void *into, int *count, MPI_Datatype *type)
{
    const struct meeting *a = given;
    struct meeting *b = into;
    (void)type;
    for (int n = 0; n < *count; n++, a++, b++) {
        for (int k = 0; k < 5; k++) b->least[k] = a->least[k] < b->least[k] ? a->least[k] : b->least[k];
        for (int k = 0; k < most_sums; k++) b->sums[k] += a->sums[k];
        for (int k = 0; k < most_greatest; k++) b->greatest[k] = a->greatest[k] > b->greatest[k] ? a->greatest[k] : b->greatest[k];
    }
}

int communicator_prepare_meetings(struct communicator *c, char *text)
{
    int code = MPI_Type_contiguous(sizeof(struct meeting) / sizeof(int64_t), MPI_INT64_T, &c->meeting);
    if (code == MPI_SUCCESS) code = MPI_Type_commit(&c->meeting);
    if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Type_contiguous", code);
    code = MPI_Op_create(meet, 1, &c->meet);
    return code == MPI_SUCCESS ? answer_ok : communicator_failed(text, "MPI_Op_create", code);
}

int communicator_meet(struct communicator *c, int64_t what, int64_t of, int turns, struct meeting *met, int *of_one, char *text)
{
    MPI_Request request;
    struct meeting *m; /* that of this rank, and that of all */
    for (int looks = 0; looks < 3; looks++) /* each moves what is on its way */
        if (somebody_left(c)) return answer_left;
    if (!(m = calloc(2, sizeof *m))) return communicator_say(text, answer_failed, "no memory to meet the other ranks");
    m[0] = *met;
    m[0].least[0] = what, m[0].least[1] = -what, m[0].least[2] = of, m[0].least[3] = -of;
    int code = MPI_Iallreduce(&m[0], &m[1], 1, c->meeting, c->meet, c->all, &request);
    if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Iallreduce", code);
    int answer = communicator_wait(c, &request, turns > 0 ? turns * c->patience : INFINITY, "MPI_Iallreduce", text);
    if (answer != answer_ok) return answer; /* MPI may still write into m */
    *met = m[1];
    free(m);
    *of_one = met->least[2] == -met->least[3];
    if (met->least[0] != -met->least[1])
        return answer_differs;
    /* Without a limit, all have agreed before: a rank that goes on now must find all others there. */
    return turns > 0 && somebody_left(c) ? answer_left : answer_ok;
}

int communicator_spread(struct communicator *c, int from, void *data, int bytes, char *text)
{
    MPI_Request request;
    int code = MPI_Ibcast(data, bytes, MPI_BYTE, from, c->all, &request);
    if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Ibcast", code);
    return communicator_wait(c, &request, c->patience, "MPI_Ibcast", text);
}

/* To rank 0 first and from there to all: among many ranks that takes fewer messages than MPI_Iallgather of
 * Open MPI, where each sends to each. */
static int collect(struct communicator *c, void *slot, void *tiles, int to_all, MPI_Datatype record, char *text)
{
    MPI_Request request;
    int code = MPI_Igather(slot, 1, record, tiles, 1, record, 0, c->all, &request);
    if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Igather", code);
    int answer = communicator_wait(c, &request, c->patience, "MPI_Igather", text);
    if (answer != answer_ok || !to_all) return answer;
    code = MPI_Ibcast(tiles, c->size, record, 0, c->all, &request);
    if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Ibcast", code);
    return communicator_wait(c, &request, c->patience, "MPI_Ibcast", text);
}

int communicator_collect(struct communicator *c, void *slot, int bytes, void *tiles, int to_all, char *text)
{
    MPI_Datatype record; /* so that bytes * size may pass what an int holds */
    int code = MPI_Type_contiguous(bytes, MPI_BYTE, &record);
    if (code == MPI_SUCCESS) code = MPI_Type_commit(&record);
    if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Type_contiguous", code);
    int answer = collect(c, slot, tiles, to_all, record, text);
    MPI_Type_free(&record); /* MPI keeps it for calls that are not finished */
    return answer;
}

int communicator_send(struct communicator *c, int to, int turns, double *values, int n, char *text)
{
    MPI_Request request;
    if (somebody_left(c)) return answer_left;
    int code = MPI_Isend(values, n, MPI_DOUBLE, to, tag_values, c->all, &request);
    if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Isend", code);
    return wait_for(c, &request, turns * c->patience, large, 0, "MPI_Isend", text);
}

int communicator_receive(struct communicator *c, int from, double *values, int n, char *text)
{
    MPI_Request request;
    if (somebody_left(c)) return answer_left;
    int code = MPI_Irecv(values, n, MPI_DOUBLE, from, tag_values, c->all, &request);
    if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Irecv", code);
    return wait_for(c, &request, c->patience, large, 0, "MPI_Irecv", text);
}

/* s after which a rank that waits for a halo asks where its neighbour is, and which a halo takes that was sent before the answer. */
static const double asks_after = 0.5, under_way = 1.0;

/* Whether the neighbour waits in a call of all ranks that this one has not come to: then neither can go on. */
struct doubt {
    double asks, ends; /* s of the wait */
    struct letter theirs;
};

static int waits_elsewhere(struct communicator *c, const struct watch *w, int peer, struct doubt *d, char *text)
{
    int sender;
    struct letter l = {c->waits, c->meetings, ""};
    if (w->ran > d->asks) {
        send_letter(c, &c->question, l, peer, tag_asks);
        d->asks = w->ran + 1;
    }
    while (letter_is_here(c, peer, tag_answers, &l, &sender))
        if (l.number == c->waits && d->ends > 1e9) d->ends = w->ran + under_way, d->theirs = l;
    if (w->ran <= d->ends) return 0;
    snprintf(text, text_size, "the ranks make different calls: rank %d: %.*s; rank %d: %.*s. Each rank must make the same calls in the same order", peer,
             call_size, d->theirs.call, c->rank, call_size, c->call);
    memcpy(c->goodbye.words, text, text_size);
    return 1;
}

/* Begins to receive what has come, and only that: into room for fewer values a transport may write past the end. */
static int receive_when_here(struct communicator *c, const struct message *m, MPI_Request *request, char *text)
{
    struct watch w = watch_from_now(c->alert, large);
    struct doubt d = {asks_after, 1e99, {0}};
    c->waits++;
    for (;;) {
        MPI_Status status;
        const int left = somebody_left(c); /* first: what that rank sent before has come then */
        int is_there = 0, count = 0, code = MPI_Iprobe(m->peer, tag_halo + m->way, c->all, &is_there, &status);
        if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Iprobe", code);
        if (is_there) {
            MPI_Get_count(&status, MPI_DOUBLE, &count);
            if (count != m->count) {
                snprintf(text, text_size, "rank %d sends %d values, %d are expected: the lists of all ranks must be the same", m->peer, count, m->count);
                return answer_differs;
            }
            code = MPI_Irecv(m->values, m->count, MPI_DOUBLE, m->peer, tag_halo + m->way, c->all, request);
            return code == MPI_SUCCESS ? answer_ok : communicator_failed(text, "MPI_Irecv", code);
        }
        if (left) return answer_left;
        if (waits_elsewhere(c, &w, m->peer, &d, text)) return answer_apart;
        if (w.ran > c->patience) {
            snprintf(text, text_size, "rank %d did not come within %.3g s (DRAWBRIDGE_PATIENCE)", m->peer, c->patience);
            return answer_late;
        }
        watch_rest(&w);
    }
}

int communicator_swap(struct communicator *c, const struct message *list, int n, char *text)
{
    MPI_Request request[most_messages];
    if (n > most_messages) return communicator_say(text, answer_argument, "too many messages at a time");
    if (somebody_left(c)) return answer_left;
    for (int i = 0; i < n; i++) {
        const struct message *m = &list[i];
        if (!m->sends) continue;
        int code = MPI_Isend(m->values, m->count, MPI_DOUBLE, m->peer, tag_halo + m->way, c->all, &request[i]);
        if (code != MPI_SUCCESS) return communicator_failed(text, "MPI_Isend", code);
    }
    for (int i = 0; i < n; i++) {
        if (list[i].sends) continue;
        int answer = receive_when_here(c, &list[i], &request[i], text);
        if (answer != answer_ok) return answer;
    }
    for (int i = 0; i < n; i++) {
        int answer = wait_for(c, &request[i], c->patience, large, 0, list[i].sends ? "MPI_Isend" : "MPI_Irecv", text);
        if (answer != answer_ok) return answer;
    }
    return answer_ok;
}
