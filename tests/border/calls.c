#include "border.h"

#include <stdint.h>
#include <string.h>

#include "../../bridge/entry.h"

static __thread uint64_t state = 1;

void seed_thread(unsigned long seed) { state = seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du; }

unsigned random_below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return n ? (unsigned)(state >> 33) % n : 0;
}

void number(struct call *c, long value) { c->argument[c->arguments++] = value; }

void real_number(struct call *c, double value) { c->real = value; }

static struct pointer *pointer(struct call *c, const void *contents, size_t bytes)
{
    struct pointer *p = &c->pointer[c->pointers++];
    memset(p, 0, sizeof *p);
    p->argument = c->arguments;
    p->bytes = bytes;
    p->length_of = -1;
    p->slot = c->pointers - 1;
    if (contents) {
        memcpy(c->scratch + c->used, contents, bytes);
        p->contents = c->scratch + c->used;
        c->used += (bytes + 15) & ~(size_t)15;
    }
    c->is_pointer[c->arguments] = 1;
    number(c, 0);
    return p;
}

void text(struct call *c, const char *word)
{
    pointer(c, word, strlen(word))->length_of = c->arguments;
    number(c, (long)strlen(word));
}

void name8(struct call *c, const char *word) { pointer(c, word, strlen(word) < 8 ? strlen(word) + 1 : 8); }

void in(struct call *c, const void *contents, size_t bytes) { pointer(c, contents, bytes); }

void may_in(struct call *c, const void *contents, size_t bytes)
{
    static const double nothing[64];
    struct pointer *p = pointer(c, contents ? contents : nothing, bytes);
    p->optional = contents ? 1 : 2;
}

void out(struct call *c, size_t bytes) { pointer(c, NULL, bytes)->writes = 1; }

void in_out(struct call *c, const void *contents, size_t bytes) { pointer(c, contents, bytes)->writes = 1; }

void buffer(struct call *c, int size)
{
    struct pointer *p = pointer(c, NULL, (size_t)size);
    p->writes = 1;
    p->length_of = c->arguments;
    number(c, size);
}

void address_of_function(struct call *c, void (*function)(void)) { number(c, (long)(uintptr_t)function); }

/* The platforms' calling conventions pass integers and addresses alike, in registers and then in words of 8
 * bytes, and the real number apart from them. */
typedef long any_function(long, long, long, long, long, long, long, long, long, long, long, long, long, long, long, long,
                          long, long, double);

int perform(const struct symbol *s, struct call *c, const enum kind *where)
{
    long *a = c->argument;
    for (int i = 0; i < c->pointers; i++) {
        const struct pointer *p = &c->pointer[i];
        a[p->argument] = (long)(uintptr_t)memory_place(p->slot, where[i], p->contents, p->bytes);
    }
    const long answer = ((any_function *)s->function)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10],
                                                      a[11], a[12], a[13], a[14], a[15], a[16], a[17], c->real);
    int code = (int)answer;
    if (s->form == LEGACY) frame_status_(&code);
    if (s->form == SILENT) code = 0;
    if (s->after) s->after(c, code);
    return code;
}

int written(const struct call *c, int i)
{
    const int *at = memory_look(i);
    int value = 0;
    (void)c;
    if (at) memcpy(&value, at, sizeof value);
    return value;
}
