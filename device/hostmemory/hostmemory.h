#ifndef DRAWBRIDGE_HOSTMEMORY_H
#define DRAWBRIDGE_HOSTMEMORY_H
#include <stddef.h>
#include <stdint.h>
int is_mapped(uintptr_t address, size_t bytes);
uint64_t fingerprint(uintptr_t address, size_t bytes);
#endif
