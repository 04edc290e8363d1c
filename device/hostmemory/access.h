/* May memory of the host be read, or written? Asked of the system, before anybody touches it. */
#ifndef DRAWBRIDGE_ACCESS_H
#define DRAWBRIDGE_ACCESS_H
#include <stddef.h>
#include <stdint.h>

enum memory_right { to_read = 1, to_write = 2, to_execute = 4 };
enum memory_verdict { memory_good, memory_absent, memory_forbidden };

/* The verdict on a range of at least one byte; hostmemory.go says what is checked. */
enum memory_verdict memory_judge(uintptr_t address, size_t bytes, enum memory_right right);

/* The same, quick for what lies on the stack: in a call, where signals are blocked. */
enum memory_verdict memory_judge_in_call(uintptr_t address, size_t bytes, enum memory_right right);

/* How many bytes of a text without a known length may be read: `most`, or what lies before a page that may not. */
size_t memory_readable(const void *text, size_t most);

/* For tests: the descriptor of the table of mappings, -1 there is none; systems that have less, or whose table has the text
 * of another file (NULL: its own). */
int memory_table(void);
void memory_pretend(int without_table, int without_masks, const char *text);

size_t page_size(void);

/* Asks where the stack of the calling thread lies, once per thread. 0: there is no memory to ask. Not to be called in a
 * signal handler that must not allocate; memory_judge may be. */
int learn_stack(void);

/* How many bytes of this thread's stack lie below an address on it; SIZE_MAX: it lies elsewhere, or nobody asked. */
size_t stack_below(uintptr_t address);

/* Does a range lie in the frame of a caller, on the stack of this thread, as far as that is known? */
int in_a_frame_above(uintptr_t address, uintptr_t last);

#endif
