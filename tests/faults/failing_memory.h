/* An allocator for tests, in place of glibc's: the n-th allocation that is made within calls of Drawbridge fails. */
#ifndef DRAWBRIDGE_TESTS_FAILING_MEMORY_H
#define DRAWBRIDGE_TESTS_FAILING_MEMORY_H

enum memory_kind { memory_malloc, memory_mmap }; /* malloc and its kin; pages that a library maps */

/* nth 0: none fails, they are counted. lasting: the n-th and all after it. */
void memory_fail(enum memory_kind kind, long nth, int lasting);
void memory_enter(void); /* a call begins: from now on allocations of this thread count (a new thread of Go's does not live without) */
void memory_leave(void);
long memory_count(void);

#endif
