/* Loading a library of an owner's kernels. */
#ifndef DRAWBRIDGE_KERNELS_LIBRARY_H
#define DRAWBRIDGE_KERNELS_LIBRARY_H

#include <stdint.h>

enum { library_text = 4096 }; /* bytes of an answer, with the NUL behind it */

void *library_open(const char *path, char text[library_text]); /* null: text says why */
int library_loaded(const char *name, char path[library_text]); /* 0: no library of this name is loaded */
uintptr_t library_symbol(void *handle, const char *name);      /* 0: there is none */
void library_sizes(void *function, const double *numbers, long *counts);

#endif
