/* What stands between the host program and Go: signal mask, floating-point control, the code and
 * message of the last call on this thread, and the error policy. */
#ifndef DRAWBRIDGE_GUARD_H
#define DRAWBRIDGE_GUARD_H

#include <signal.h>

#include "../machine/machine.h"

enum { message_size = 4096 };

struct guard {
    sigset_t mask;
    float_state floats;
    int cancel; /* of the thread: a cancelled one would end within a call, and keep the lock */
    unsigned awaited; /* signals of writes that were pending before the call, as bits */
};

/* Asynchronous signals are blocked while Go code runs (a host's handler without SA_ONSTACK would
 * run on a goroutine's small stack), SIGPIPE and SIGXFSZ of our own writes are taken away, floating-point control is that
 * of machine.h: the host may
 * have traps on, or not flush, and answers must not depend on the host. */
/* Calls come one at a time: a lock makes a second thread wait. A forked child, where the Go runtime's
 * threads are not, and a call from within a call are refused: then guard_enter gives 0 and the
 * refusal is the last code. */
int guard_enter(struct guard *);
void guard_leave(const struct guard *);

/* Set within a call that may have written a file: guard_leave then looks for the signal of a write that failed,
 * which costs a system call or two. */
extern int files_touched;

/* 0: this thread has enough stack left for a call. Else a status code, and why. At the first call of a thread: gives it an
 * alternate signal stack, where the host gave none. */
int stack_failure(char *why, int size);

/* SIGPROF, SIGCHLD, SIGSTKFLT and SIGRTMIN are open on Go's own threads, whatever the mask: handlers of the host
 * for them get SA_ONSTACK, without which they would run on a goroutine's small stack. */
void mend_host_handlers(void);

/* Code and message of the last call on this OS thread. The text lies outside thread-local storage,
 * of which a library that is opened at run time gets only a few hundred bytes. */
extern __thread int last_code;
char *last_message(void);

/* This process in MPI_COMM_WORLD; rank 0 of 1 without MPI, before its init and after its end. */
struct world {
    int rank, size;
};
struct world place_in_world(void);

/* One line on standard error, whose reader may be gone, or asleep: it is lost after a second. */
void tell_standard_error(int code, const char *text, struct world place);

/* The policy that initialize was given: 'r' return, 's' stop, 0 nothing said. */
void set_policy(char policy);

/* What we read of the environment as it is now, one NAME=value a line (a line break inside a value
 * becomes a blank); freed by the caller; null: no memory. */
char *environment_text(void);

/* 1: the process has more rights than its user (set-user-id), and settings of the environment were left out. */
int settings_ignored(void);

#endif
