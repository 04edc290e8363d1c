/* What the fault tests share: checks that are counted and child processes (checks.c); a small host's Frame, plan
 * and answer (host.c). */
#ifndef DRAWBRIDGE_TESTS_HOST_H
#define DRAWBRIDGE_TESTS_HOST_H

#include "../../bridge/codes.h"
#include "../../bridge/entry.h"

enum { edge = 12, points = edge * edge * edge, order_code = status_order };

/* Counts a check, and prints the text where it fails. */
void check(const char *text, int good);
/* Prints the counts; the exit status of the program. */
int finish(const char *program);
/* Runs a case of a program in a process of its own, and checks that it ends with 0 within a minute. */
void run_case(const char *program, const char *name);
/* Ends a test that cannot run here. */
void skip(const char *why);

/* The settings are NAME=value lines. 1: it went well. */
int start_frame(const char *settings);
int start_plan(int *handle, double *in, double *out);
/* Computes oxygen and methane at 300 K and 10 MPa: 1 where the answer is right. */
int run_plan(int handle, const double *out);
/* Arrays of a plan, with their values. */
double *new_input(void);
double *new_output(void);
const char *message_of_call(void);

/* Runs the work in a forked child: its exit status, or minus the signal that ended it; -1000 after the time is up. */
int in_child(int (*work)(void), int seconds);
/* Waits for a child like in_child. */
int end_of(int pid, int seconds);

#endif
