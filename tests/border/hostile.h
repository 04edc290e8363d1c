/* The two ways to be hostile: case by case, and at random. Each returns the child's exit status. */
#ifndef BORDER_HOSTILE_H
#define BORDER_HOSTILE_H
long case_count(void);
int run_cases(const char *work, long from);
int run_random(const char *work, unsigned long seed, long calls);
#endif
