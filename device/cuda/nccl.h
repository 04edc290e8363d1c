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
int nccl_identify(struct cuda *, struct nccl_id *, char *text);

/* Each gives nccl_over, nccl_failed with the reason in text, or nccl_under_way: then nccl_look tells how it ends. */
int nccl_join(struct cuda *, const struct nccl_id *, int ranks, int rank, void **communicator, char *text);
int nccl_exchange(struct cuda *, void *communicator, int stream, const struct parcel *, int count, char *text);
int nccl_look(struct cuda *, void *communicator, char *text);
void nccl_abort(struct cuda *, void *communicator);

/* Events: where the device is. cuda_event_passed gives nccl_over, nccl_failed or nccl_under_way. */
int cuda_event_make(struct cuda *, void **event, char *text);
int cuda_event_record(struct cuda *, void *event, int stream, char *text);
int cuda_event_passed(struct cuda *, void *event, char *text);
void cuda_event_end(struct cuda *, void *event);

/* During another library's call the context is the thread's current one. */
int cuda_current(struct cuda *, char *text);
void cuda_no_more_current(struct cuda *);

#endif
