/* A host whose stop routine does not come back: it jumps to where the host goes on. Later failures are told again. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "host.h"

static jmp_buf on;
static volatile int stops, inner, jumps;

static void leave(const int *code, const char *text, const int *length)
{
    (void)code, (void)text, (void)length;
    stops++;
    inner++;
    frame_finalize_(); /* a clean-up that fails is not told: that would go round */
    inner--;
    if (jumps) longjmp(on, 1);
}

/* A failure some way down the stack; the room is not written, so that the stack keeps what lay there. */
static void deep(int depth)
{
    volatile char room[3000];
    room[0] = (char)depth;
    if (depth > 0) deep(depth - 1);
    else frame_castles_unpin_((double *)0);
    room[1] = room[0];
}

int main(void)
{
    frame_onerror_(leave);
    for (volatile int i = 0; i < 20; i++) {
        jumps = 1;
        if (setjmp(on) == 0) {
            deep(i % 5);
            check("the stop routine jumps", 0);
        }
        inner = 0;
        check("each failure is told once", stops == i + 1);
    }
    jumps = 0;
    stops = 0;
    for (int i = 0; i < 5; i++) deep(i);
    check("a stop routine that comes back is told each time", stops == 5);
    return finish("stop_jump");
}
