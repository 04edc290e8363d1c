#define _GNU_SOURCE
#include "hostmemory.h"

#include "access.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

/* Reads a word that may lie on a page that exists and must not be touched. The system looks: a load would
 * end the host. */
static int read_word(uintptr_t address, uint64_t *word)
{
    struct iovec to = {word, sizeof *word}, from = {(void *)address, sizeof *word};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)sizeof *word;
}

static __thread uintptr_t low, high; /* the stack of the thread, once it was asked; high 0: not yet */

/* Of the main thread it costs a look into /proc. */
int learn_stack(void)
{
    pthread_attr_t attributes;
    void *base = NULL;
    size_t size = 0;
    if (high) return 1;
    const int failed = pthread_getattr_np(pthread_self(), &attributes);
    if (failed == ENOMEM) return 0;
    high = 1; /* where nothing can be learned */
    if (failed) return 1;
    if (pthread_attr_getstack(&attributes, &base, &size) == 0) {
        low = (uintptr_t)base;
        high = low + size;
    }
    pthread_attr_destroy(&attributes);
    return 1;
}

size_t stack_below(uintptr_t address) { return address - low < high - low ? address - low : SIZE_MAX; }

/* Does an array lie on the stack of the thread that calls? There the word before it may be anything, also
 * what looks like the size of a block. */
static int on_this_stack(uintptr_t address)
{
    learn_stack();
    return stack_below(address) != SIZE_MAX;
}

/* In use, so there. Most of what the host hands over is, and the system need not be asked. */
int in_a_frame_above(uintptr_t address, uintptr_t last)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return here >= low && address >= here && last < high;
}

/* glibc's malloc, stable since 1996: the word before a block is its size with three low bits:
 * 1 the block before is in use, 2 mapped by itself, 4 of another arena. The size is the request
 * and that word, rounded up to 16 bytes (16 more where the rest would be too small for a block),
 * or to pages, with 16 bytes before, where the block is mapped by itself.
 *
 * Why it is read: a plan keeps the address of an array, and a host that deallocates the array cannot say so; the word
 * changes when the block is freed, so the next run is refused instead of writing into memory of others. It costs two
 * system calls per array and run (read_word); another allocator, a static array and this thread's stack give 0: not known. */
uint64_t fingerprint(uintptr_t address, size_t bytes)
{
    enum { previous_in_use = 1, mapped = 2, low_bits = 7 };
    uint64_t word, next;
    const size_t page = page_size();
    if (address % 16 != 0 || bytes < 2048 || on_this_stack(address) || !read_word(address - 8, &word)) return 0;
    const uint64_t size = word & ~(uint64_t)low_bits;
    if (word & mapped) return size % page == 0 && size >= bytes + 16 && size < bytes + 16 + page ? word : 0;
    const uint64_t rounded = (bytes + 8 + 15) / 16 * 16;
    if (size != rounded && size != rounded + 16) return 0;
    if (!read_word(address - 16 + size + 8, &next)) return 0;
    /* a block before this one may come and go: only our own size and our own use count */
    return (size << 1 | (next & previous_in_use)) << 3 | 1;
}

/* How many bytes the heap block has that begins at an address; 0: not recognisable. Other than fingerprint nothing is known of
 * the array, so the word before it must fit what malloc keeps around it: a number of the array before would not. */
uint64_t heap_block(uintptr_t address)
{
    enum { previous_in_use = 1, mapped = 2, low_bits = 7, least = 32 };
    const uint64_t most = (uint64_t)1 << 46;
    uint64_t before, word, next;
    const size_t page = page_size();
    if (address % 16 != 0 || on_this_stack(address) || !read_word(address - 8, &word)) return 0;
    const uint64_t size = word & ~(uint64_t)low_bits;
    if (size < least || size % 16 != 0 || size > most) return 0;
    if (word & mapped) {
        const int whole = size % page == 0 && (address - 16) % page == 0 && read_word(address - 16, &before) && before == 0;
        return whole ? size - 16 : 0;
    }
    if (!read_word(address - 16 + size + 8, &next) || !(next & previous_in_use)) return 0;
    const uint64_t behind = next & ~(uint64_t)low_bits;
    return behind >= 16 && behind % 16 == 0 && behind <= most ? size - 8 : 0;
}

/* The whole pages within a range: arrays that share a page must not share a lock. */
static size_t whole_pages(uintptr_t address, size_t bytes, uintptr_t *first)
{
    const uintptr_t page = page_size(), end = (address + bytes) / page * page;
    *first = (address + page - 1) / page * page;
    return end > *first ? end - *first : 0;
}

/* MS_INVALIDATE refuses locked pages with EBUSY, and does nothing to pages that belong to no file. */
static int locked(uintptr_t address)
{
    return msync((void *)address, page_size(), MS_INVALIDATE) != 0 && errno == EBUSY;
}

int watched(uintptr_t address, size_t bytes)
{
    uintptr_t first;
    const size_t length = whole_pages(address, bytes, &first);
    return length > 0 && locked(first) && locked(first + length - page_size());
}

/* Why a lock: a registration for the GPU outlives munmap, and a copy from it would then read pages that were freed. Linux
 * drops the lock of pages that are unmapped, so a lock on the first and the last page says that the array is still there; it
 * needs no thread, no signal handler and no change of the host's malloc, which the other ways (userfaultfd, hooks) do. */
int watch(uintptr_t address, size_t bytes)
{
    uintptr_t first;
    const size_t length = whole_pages(address, bytes, &first);
    if (length == 0 || locked(first) || locked(first + length - page_size())) return 0;
    return mlock((void *)first, length) == 0;
}

void unwatch(uintptr_t address, size_t bytes)
{
    uintptr_t first;
    const size_t length = whole_pages(address, bytes, &first);
    if (length > 0) munlock((void *)first, length);
}
