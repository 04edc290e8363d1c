/* Every public function as a row of a table, and its calls as lists of arguments, so that any argument of any
 * function can be replaced by something hostile. */
#ifndef BORDER_CALLS_H
#define BORDER_CALLS_H
#include <stddef.h>

#include "memory.h"

enum { most_arguments = 20, most_pointers = 12 };

struct pointer {
    int argument;         /* its place in the call */
    int writes, optional; /* does the function write to it; may it be null */
    const void *contents; /* null: blank */
    size_t bytes;
    int length_of;        /* the argument that gives its length, -1: none */
    int slot;             /* where it lies: its number, but for arrays that the library keeps */
    int partial;          /* the call may need a part of it only */
};

/* A call that should succeed, until something hostile is put into it. */
struct call {
    long argument[most_arguments];
    double real; /* the one argument that is no integer and no address */
    int arguments, pointers;
    struct pointer pointer[most_pointers];
    int is_pointer[most_arguments];
    char scratch[slot_bytes + 4096]; /* contents */
    size_t used;
};

struct symbol {
    const char *name;
    void (*function)(void);
    void (*make)(struct call *);
    int weight;                           /* how often it is called, of 1000 */
    enum { STATUS, LEGACY, SILENT } form; /* the answer is a code; frame_status_ tells; nothing tells */
    void (*after)(const struct call *, int code); /* null: nothing to remember */
};

extern const struct symbol symbols[];
extern const int symbol_count;

/* Random numbers of the thread. */
void seed_thread(unsigned long seed);
unsigned random_below(unsigned n);

/* Arguments, in their order. */
void number(struct call *, long value);
void real_number(struct call *, double value);
void text(struct call *, const char *word);              /* an address and a length */
void name8(struct call *, const char *word);             /* an address; a NUL ends it */
void in(struct call *, const void *contents, size_t bytes);
void may_in(struct call *, const void *contents, size_t bytes); /* null is allowed; contents null: it is null */
void out(struct call *, size_t bytes);
void in_out(struct call *, const void *contents, size_t bytes);
void buffer(struct call *, int size);                    /* an address that takes a text, and its size */
void address_of_function(struct call *, void (*function)(void));

/* Puts the arrays into their slots, where `kinds` says, and calls. The answer is the code. */
int perform(const struct symbol *, struct call *, const enum kind *where);

/* The int that a call wrote to its last pointer. */
int written(const struct call *, int pointer);

/* What there is to work with: each gives what a good call needs, and makes it where it is missing. */
struct world {
    int live;         /* a Frame */
    int plan[4], sequence[4], writer[4], reader[4];
    char work[256];   /* folder for files */
    int careful;      /* every call is one that succeeds */
    int stop_returns; /* the policy is stop, with a routine of the test that comes back */
};
extern struct world world;
enum { nx = 16, ny = 12, nz = 8, points = 12 * 8 * 6, max_block = 256, species = 2, variables = 4 };
extern const int shape[4], interior[6];
const double *states(void); /* an array of that shape: P, T, Yi */

void need_frame(void);
void need_no_frame(void);
void need_views(void);
int a_plan(void);
int a_sequence(void);
int a_writer(void);
int a_reader(void);
void need_fields(void);
void tidy(void); /* forgets a part of what there is */
void quiet_routine(const int *code, const char *message, const int *length);

#endif
