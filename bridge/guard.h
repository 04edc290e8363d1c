/* What stands between the host program and Go: signal mask, floating-point control, the code and
 * message of the last call on this thread, and the error policy. */
#ifndef DRAWBRIDGE_GUARD_H
#define DRAWBRIDGE_GUARD_H

#include <signal.h>

enum { message_size = 4096 };

struct guard {
    sigset_t mask;
    unsigned mxcsr;
};

/* Asynchronous signals are blocked while Go code runs (a host's handler without SA_ONSTACK would
 * run on a goroutine's small stack), MXCSR is set to masked exceptions, FTZ and DAZ: the host may
 * have traps on, or not flush, and answers must not depend on the host. */
void guard_enter(struct guard *);
void guard_leave(const struct guard *);

/* Code and message of the last call on this OS thread. The text lies outside thread-local storage,
 * of which a library that is opened at run time gets only a few hundred bytes. */
extern __thread int last_code;
char *last_message(void);

/* Applies the error policy to the last call: nothing if it went well or the policy is `return`,
 * else the host's stop routine, or the default one. */
void apply_policy(void);

/* The policy that initialize was given: 'r' return, 's' stop, 0 nothing said. */
void set_policy(char policy);

/* Everything the environment holds now, one NAME=value a line; freed by the caller. */
char *environment_text(void);

#endif
