/* The size of a page, asked once. Threads that ask side by side all write the same. */
#include <stddef.h>
#include <unistd.h>

#include "access.h"

size_t page_size(void)
{
    static size_t known;
    size_t size = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!size) __atomic_store_n(&known, size = (size_t)sysconf(_SC_PAGESIZE), __ATOMIC_RELAXED);
    return size;
}
