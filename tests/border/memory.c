#define _GNU_SOURCE
#include "border.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *const kind_names[kinds] = {"at_end", "at_begin", "misaligned", "on_heap", "on_stack", "read_only", "null", "low",
                                       "unmapped", "foreign", "last", "no_right", "past_file", "runs_out", "comes_in",
                                       "has_hole", "has_dull_hole"};

struct slot {
    char *pages;  /* slot_bytes that may be read and written, guarded on both sides */
    char *dull;   /* the same memory, to be read only, guarded too */
    char *file;   /* slot_bytes of a file that is empty */
    char *split;  /* slot_bytes, a page without rights, slot_bytes */
    char *coarse; /* slot_bytes, a page that may be read, slot_bytes */
    char *heap;
    /* the array that lies there now */
    char *array;  /* as the test may write it; null: not there */
    const char *contents;
    char *before; /* a copy of the contents */
    size_t bytes, canary_before, canary_after;
};

static __thread struct slot slot_of[slots];
static __thread char *stack_of_thread;
static __thread size_t page;
static const unsigned char mark = 0xc5, blank = 0x5a;

/* Memory that may be written, is in no array, and stays zero: what a call writes beyond a page without rights lands there. */
enum { moat_bytes = 1 << 20, most_moats = 2 * 5 * slots };
static __thread char *moats[most_moats];
static __thread int moat_count;

/* Pages of a file between two pages without rights, and those between two moats. */
static char *guarded(int file, size_t bytes, int protection)
{
    const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    char *all = mmap(NULL, bytes + 2 * page + 2 * moat_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return NULL;
    char *inner = all + moat_bytes;
    if (mprotect(inner, bytes + 2 * page, PROT_NONE) != 0) return NULL;
    if (mmap(inner + page, bytes, protection, flags | MAP_FIXED, file, 0) == MAP_FAILED) return NULL;
    moats[moat_count++] = all;
    moats[moat_count++] = inner + bytes + 2 * page;
    return inner + page;
}

static int is_zero(const char *at)
{
    static const char zeros[4096];
    for (size_t i = 0; i < page; i += sizeof zeros)
        if (memcmp(at + i, zeros, sizeof zeros) != 0) return 0;
    return 1;
}

/* Pages that nobody touched are not there, so the system's table of pages tells where to look. */
const void *memory_stray(void)
{
    static __thread uint64_t there[moat_bytes / 4096];
    static const uint64_t present_or_swapped = 3ull << 62;
    const size_t pages = moat_bytes / page, bytes = pages * sizeof *there;
    const int table = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    const char *found = NULL;
    for (int i = 0; i < moat_count && !found; i++) {
        const int known = table >= 0 && pread(table, there, bytes, (off_t)((uintptr_t)moats[i] / page * sizeof *there)) == (ssize_t)bytes;
        for (size_t k = 0; k < pages && !found; k++)
            if ((!known || there[k] & present_or_swapped) && !is_zero(moats[i] + k * page)) found = moats[i] + k * page;
    }
    if (table >= 0) close(table);
    return found;
}

static int make(struct slot *s)
{
    const int both = PROT_READ | PROT_WRITE;
    const int file = memfd_create("slot", MFD_CLOEXEC), empty = memfd_create("empty", MFD_CLOEXEC);
    if (file < 0 || empty < 0 || ftruncate(file, slot_bytes) != 0) return 0;
    s->pages = guarded(file, slot_bytes, both);
    s->dull = guarded(file, slot_bytes, PROT_READ);
    s->file = guarded(empty, slot_bytes, both);
    s->split = guarded(-1, 2 * slot_bytes + page, both);
    s->coarse = guarded(-1, 2 * slot_bytes + page, both);
    s->heap = malloc(slot_bytes);
    s->before = malloc(slot_bytes);
    close(file);
    close(empty);
    if (!s->pages || !s->dull || !s->file || !s->split || !s->coarse || !s->heap || !s->before) return 0;
    return mprotect(s->split + slot_bytes, page, PROT_NONE) == 0 && mprotect(s->coarse + slot_bytes, page, PROT_READ) == 0;
}

int memory_make(char *stack)
{
    page = (size_t)sysconf(_SC_PAGESIZE);
    stack_of_thread = stack;
    for (int i = 0; i < slots; i++)
        if (!make(&slot_of[i])) return 0;
    return 1;
}

/* An array within room for slot_bytes, its canaries as far as they fit. */
static void *lay(struct slot *s, char *room, size_t at, const void *contents, size_t bytes)
{
    s->array = room + at;
    s->bytes = bytes;
    s->canary_before = at < canary_bytes ? at : canary_bytes;
    s->canary_after = slot_bytes - at - bytes < canary_bytes ? slot_bytes - at - bytes : canary_bytes;
    memset(s->array - s->canary_before, mark, s->canary_before);
    memset(s->array + bytes, mark, s->canary_after);
    if (contents) memcpy(s->array, contents, bytes);
    else memset(s->array, blank, bytes);
    memcpy(s->before, s->array, bytes);
    return s->array;
}

/* An address that cannot be used. */
static void *nowhere(const struct slot *s, enum kind kind, size_t bytes)
{
    const uintptr_t low = 3 /* rounded down to 8 it would be null */, unmapped = 0x200000000000, foreign = 0x900000000000, last = ~(uintptr_t)7;
    const size_t half = (bytes + 1) / 2 < page ? (bytes + 1) / 2 : page; /* of the array lies outside, on a page without rights */
    switch (kind) {
    case LOW: return (void *)low;
    case UNMAPPED: return (void *)unmapped;
    case FOREIGN: return (void *)foreign;
    case LAST: return (void *)last;
    case NO_RIGHT: return s->split + slot_bytes;
    case PAST_FILE: return s->file;
    case RUNS_OUT: /* what is there of a text has no end */
        memset(s->pages + slot_bytes - (bytes - half), 'x', bytes - half);
        return s->pages + slot_bytes - (bytes - half);
    case COMES_IN: return s->pages - half;
    case HAS_HOLE: return s->split + slot_bytes + page / 2 - half;
    case HAS_DULL_HOLE: return s->coarse + slot_bytes + page / 2 - half;
    default: return NULL;
    }
}

void *memory_place(int slot, enum kind kind, const void *contents, size_t bytes)
{
    struct slot *s = &slot_of[slot];
    const int off = kind == MISALIGNED && bytes < slot_bytes;
    switch (kind) {
    case AT_END: return lay(s, s->pages, slot_bytes - bytes, contents, bytes);
    case AT_BEGIN: return lay(s, s->pages, 0, contents, bytes);
    case MISALIGNED: return lay(s, s->pages, slot_bytes - bytes - (size_t)off, contents, bytes);
    case ON_HEAP: return lay(s, s->heap, (slot_bytes - bytes) / 2 & ~(size_t)15, contents, bytes);
    case ON_STACK: return lay(s, stack_of_thread, (slot_bytes - bytes) / 2 & ~(size_t)15, contents, bytes);
    case READ_ONLY: return s->dull + ((char *)lay(s, s->pages, slot_bytes - bytes, contents, bytes) - s->pages);
    default: s->array = NULL; return nowhere(s, kind, bytes);
    }
}

int memory_serves(enum kind kind, size_t bytes, int writes)
{
    if (bytes == 0 || kind < READ_ONLY) return 1;
    if (kind == READ_ONLY) return !writes;
    if (kind == HAS_DULL_HOLE) return !writes;
    return 0;
}

static int all_marks(const char *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)from[i] != mark) return 0;
    return 1;
}

const char *memory_spoilt(int slot, int may_change)
{
    const struct slot *s = &slot_of[slot];
    if (!s->array) return NULL;
    if (!all_marks(s->array - s->canary_before, s->canary_before)) return "something was written before the array";
    if (!all_marks(s->array + s->bytes, s->canary_after)) return "something was written behind the array";
    if (!may_change && memcmp(s->array, s->before, s->bytes) != 0) return "an array that must stay as it is was written";
    return NULL;
}

const void *memory_look(int slot) { return slot_of[slot].array; }
