/* The part of NCCL that we use, opened at run time, and the events by which the host sees how far the device has come. Types as in nccl.h
 * of 2.14 and later; a communicator here is one whose calls do not block. */
#ifndef DRAWBRIDGE_NCCL_H
#define DRAWBRIDGE_NCCL_H

#include "driver.h"

enum { nccl_over, nccl_failed, nccl_under_way };

/* What the ranks of a communicator find each other by. */
struct nccl_id {
    char bytes[128];
};

/* Bytes of device memory that go to a rank, or come from it. */
struct parcel {
    uint64_t address;
    size_t bytes;
    int peer, sends;
};

/* 0, or 1 with the reason in text. path: a file, a folder, or null for the loader's. *version: 22105 is 2.21.5. */
int nccl_open(const char *path, int *version, char *text);
int nccl_identify(struct gpu *, struct nccl_id *, char *text);

/* Each gives nccl_over, nccl_failed with the reason in text, or nccl_under_way: then nccl_look tells how it ends. */
int nccl_join(struct gpu *, const struct nccl_id *, int ranks, int rank, void **communicator, char *text);
int nccl_exchange(struct gpu *, void *communicator, int stream, const struct parcel *, int count, char *text);
int nccl_look(struct gpu *, void *communicator, char *text);
void nccl_abort(struct gpu *, void *communicator);

/* Events: where the device is. gpu_event_passed gives nccl_over, nccl_failed or nccl_under_way. */
int gpu_event_make(struct gpu *, void **event, char *text);
int gpu_event_record(struct gpu *, void *event, int stream, char *text);
int gpu_event_passed(struct gpu *, void *event, char *text);
void gpu_event_end(struct gpu *, void *event);

/* During another library's call the context is the thread's current one. */
int gpu_current(struct gpu *, char *text);
void gpu_no_more_current(struct gpu *);

#endif
