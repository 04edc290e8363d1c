/* A library that tells that it was loaded, and with which group: what an environment variable must not name. */
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void tell(void) { printf("SPY loaded with group %d\n", (int)getegid()); }
