/* How a public function calls a Go export: guarded, and with its failure kept or settled. */
#ifndef DRAWBRIDGE_CALL_H
#define DRAWBRIDGE_CALL_H

#include "guard.h"

/* Runs a Go export under the guard; its code and message become those of this thread. writes: 1, it may write
 * files; 0, a call of every time step, in which Go says so (translate.go). */
#define GUARDED(expression, writes)             \
    do {                                        \
        struct guard g;                         \
        char *message = last_message();         \
        if (!guard_enter(&g)) break;            \
        message[0] = 0;                         \
        last_code = (int)(expression);          \
        if (writes) files_touched = 1;          \
        guard_leave(&g);                        \
    } while (0)

/* A legacy call: a failure goes through the error policy. */
#define LEGACY_STEP(expression) LEGACY_CALL(expression, 0)
#define LEGACY(expression) LEGACY_CALL(expression, 1)
#define LEGACY_CALL(expression, writes)         \
    do {                                        \
        GUARDED(expression, writes);            \
        drawbridge_stop();                      \
    } while (0)

/* A call that returns its status code. */
#define MODERN_STEP(expression) MODERN_CALL(expression, 0)
#define MODERN(expression) MODERN_CALL(expression, 1)
#define MODERN_CALL(expression, writes)         \
    do {                                        \
        GUARDED(expression, writes);            \
        return last_code;                       \
    } while (0)

#endif
