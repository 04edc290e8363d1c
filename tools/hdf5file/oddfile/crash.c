//go:build hdf5

#include "oddfile.h"

#include <stdlib.h>

static int deeper(volatile int *depth)
{
    volatile int here = *depth + 1;
    return here == 1 << 30 ? here : deeper(&here) + here;
}

void oddfile_crash(int kind)
{
    volatile int zero = 0, *volatile nowhere = NULL;
    if (kind == 0)
        *nowhere = 1;
    else if (kind == 1)
        abort();
    else if (kind == 2)
        zero = deeper(&zero);
    else
        while (!zero) {
        }
}
