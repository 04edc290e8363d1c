/* Memory of every kind that a host may hand over by mistake, or on purpose. Each pointer of a call has a slot
 * of its own: pages that may be read and written, between pages that may not be touched. */
#ifndef BORDER_MEMORY_H
#define BORDER_MEMORY_H
#include <stddef.h>

enum {
    slots = 16,
    slot_bytes = 128 << 10, /* the longest array */
    canary_bytes = 64       /* checked on each side of an array */
};

enum kind {
    /* may be read and written */
    AT_END,     /* a page that must not be touched follows at once */
    AT_BEGIN,   /* such a page lies right before */
    MISALIGNED, /* 1 byte off */
    ON_HEAP,
    ON_STACK,
    /* may be read */
    READ_ONLY,
    /* may not be used */
    IS_NULL,
    LOW,          /* the first page, never mapped */
    UNMAPPED,     /* an address that this process may have, where nothing is */
    FOREIGN,      /* no address of this machine at all */
    LAST,         /* the end of the address space: the array would wrap */
    NO_RIGHT,     /* a page that may not be touched */
    PAST_FILE,    /* mapped from a file that is too short */
    RUNS_OUT,     /* begins well and ends in such a page */
    COMES_IN,     /* begins in such a page and ends well */
    HAS_HOLE,     /* such a page in the middle */
    HAS_DULL_HOLE,/* a page that may only be read in the middle */
    kinds
};

extern const char *const kind_names[kinds];

/* Makes the slots of the thread that calls; stack is slot_bytes of its own stack. 0: no memory. */
int memory_make(char *stack);

/* Puts an array into a slot, with canaries round it; contents may be null: bytes of 0x5a. The address may be
 * one that cannot be used. */
void *memory_place(int slot, enum kind kind, const void *contents, size_t bytes);

/* May an array of this kind and length be read, or written? */
int memory_serves(enum kind kind, size_t bytes, int writes);

/* Null, or what is wrong with the slot after the call: a canary, or an array that changed though it must not. */
const char *memory_spoilt(int slot, int may_change);

/* Null, or the page of memory near this thread's slots that a call wrote to though no array lies there. */
const void *memory_stray(void);

/* The array of a slot as the test itself may read it; null: nothing is there. */
const void *memory_look(int slot);

#endif
