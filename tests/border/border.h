/* What the parts of the border fuzzer share. */
#ifndef BORDER_H
#define BORDER_H
#include <stddef.h>

/* Memory of every kind that a host may hand over by mistake, or on purpose. Each pointer of a call has a slot
 * of its own: pages that may be read and written, between pages that may not be touched. */

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

/* Every public function as a row of a table, and its calls as lists of arguments, so that any argument of any
 * function can be replaced by something hostile. */


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

/* Rows that are made in rows_data.c, and what both files remember handles by. */

void remember(int list[4], int handle, int (*destroy)(int)); /* keeps one handle in eight: it may replace a better one */
void forget(int list[4], int handle);

void snapshot_create(struct call *c);
void after_create(const struct call *c, int code);
void snapshot_field(struct call *c);
void snapshot_field_declared(struct call *c);
void snapshot_read_declared(struct call *c);
void snapshot_blocks(struct call *c);
void snapshot_attribute(struct call *c);
void snapshot_open(struct call *c);
void after_open(const struct call *c, int code);
void snapshot_read(struct call *c);
void after_close(const struct call *c, int code);
void field_create(struct call *c);
void field_create_components(struct call *c);
void field_create_at(struct call *c);
void field_destroy(struct call *c);
void field_copy(struct call *c);
void field_part(struct call *c);
void field_copy_declared(struct call *c);
void field_points(struct call *c);
void field_reduce(struct call *c);
void sequence_create(struct call *c);
void after_sequence(const struct call *c, int code);
void sequence_apply(struct call *c);
void after_apply(const struct call *c, int code);
void sequence_run(struct call *c);
void sequence_set(struct call *c);
void sequence_get(struct call *c);
void domain_create(struct call *c);
void domain_create_blocks(struct call *c);
void domain_block(struct call *c);
void domain_cartesian(struct call *c);
void domain_place(struct call *c);
void domain_destroy(struct call *c);
void field_on_domain(struct call *c);
void sequence_exchange(struct call *c);
void after_sequence_destroy(const struct call *c, int code);
void poisson(struct call *c);
void snapshot_close(struct call *c);
void sequence_destroy(struct call *c);

/* Calls that may end their process are made in children; what they found stands in memory that both see. */

enum { most_symbols = 100, most_findings = 60, text_bytes = 240 };

struct board {
    volatile long at;           /* the case, or the call, that is under way */
    volatile long beat;         /* moves as long as the child lives */
    long calls[most_symbols], passed[most_symbols], refused[most_symbols];
    char now[text_bytes];       /* what is being called */
    volatile long findings;
    char finding[most_findings][text_bytes];
};

extern struct board *board;

/* In the parent: a board for children. 0: none. */
int board_make(void);

/* In a child: the board that the parent made. */
int board_take(int file);

/* Notes something that is wrong. */
void find(const char *format, ...);

/* Runs this program again with arguments after --child BOARD, and waits. It is ended where it shows no sign of
 * life for `patience` seconds. The answer: 0, or what ended it, in words. */
const char *child_run(char *const arguments[], int patience);

/* The two ways to be hostile: case by case, and at random. Each returns the child's exit status. */
long case_count(void);
int run_cases(const char *work, long from);
int run_random(const char *work, unsigned long seed, long calls);

#endif
