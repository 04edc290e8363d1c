#ifndef DRAWBRIDGE_HOSTMEMORY_H
#define DRAWBRIDGE_HOSTMEMORY_H
#include <stddef.h>
#include <stdint.h>
uint64_t heap_block(uintptr_t address);
uint64_t fingerprint(uintptr_t address, size_t bytes);
int watch(uintptr_t address, size_t bytes);   /* see hostmemory.go */
int watched(uintptr_t address, size_t bytes);
void unwatch(uintptr_t address, size_t bytes);

#endif
