/* What stands between the host program and Go: signal mask, floating-point control, the code and
 * message of the last call on this thread, and the error policy. */
#ifndef DRAWBRIDGE_GUARD_H
#define DRAWBRIDGE_GUARD_H

#include <signal.h>

#include "machine.h"

enum { message_size = 4096 };

struct guard {
    sigset_t mask;
    float_state floats;
    int entered;
};

/* Asynchronous signals are blocked while Go code runs (a host's handler without SA_ONSTACK would
 * run on a goroutine's small stack), floating-point control is that of machine.h: the host may
 * have traps on, or not flush, and answers must not depend on the host. */
/* Calls come one at a time: a lock makes a second thread wait. A forked child, where the Go runtime's
 * threads are not, and a call from within a call are refused: then guard_enter gives 0 and the
 * refusal is the last code. */
int guard_enter(struct guard *);
void guard_leave(const struct guard *);

/* SIGPROF, SIGCHLD and SIGSTKFLT are open on Go's own threads, whatever the mask: handlers of the host
 * for them get SA_ONSTACK, without which they would run on a goroutine's small stack. */
void mend_host_handlers(void);

/* Code and message of the last call on this OS thread. The text lies outside thread-local storage,
 * of which a library that is opened at run time gets only a few hundred bytes. */
extern __thread int last_code;
char *last_message(void);

/* Applies the error policy to the last call: nothing if it went well, else the host's stop routine, or the
 * default one. 0: it failed, and the policy is `return`, so that nobody was told. */
int apply_policy(void);

/* The policy that initialize was given: 'r' return, 's' stop, 0 nothing said. */
void set_policy(char policy);

/* What we read of the environment as it is now, one NAME=value a line (a line break inside a value
 * becomes a blank); freed by the caller; null: no memory. */
char *environment_text(void);

#endif
