/* page_size BYTES: are the pages of this system that large, and does memory come and go by them? */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int count, char **words)
{
    const long want = count > 1 ? atol(words[1]) : 0, have = sysconf(_SC_PAGESIZE);
    char *const block = mmap(NULL, (size_t)(2 * have), PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
    const int odd = block == MAP_FAILED || (unsigned long)block % (unsigned long)want != 0, failed = (have != want) + odd;
    if (have != want) printf("FAILED: pages of %ld bytes, %ld expected\n", have, want);
    if (odd) printf("FAILED: new memory at %p begins on no page\n", (void *)block);
    printf("page_size: 2 checks, %d failed\n", failed);
    return failed != 0;
}
