/* Calls that may end their process are made in children; what they found stands in memory that both see. */
#ifndef BORDER_CHILDREN_H
#define BORDER_CHILDREN_H

enum { most_symbols = 100, most_findings = 60, text_bytes = 240 };

struct board {
    volatile long at;           /* the case, or the call, that is under way */
    volatile long beat;         /* moves as long as the child lives */
    long calls[most_symbols], passed[most_symbols], refused[most_symbols];
    char now[text_bytes];       /* what is being called */
    volatile long findings;
    char finding[most_findings][text_bytes];
};

extern struct board *board;

/* In the parent: a board for children. 0: none. */
int board_make(void);

/* In a child: the board that the parent made. */
int board_take(int file);

/* Notes something that is wrong. */
void find(const char *format, ...);

/* Runs this program again with arguments after --child BOARD, and waits. It is ended where it shows no sign of
 * life for `patience` seconds. The answer: 0, or what ended it, in words. */
const char *child_run(char *const arguments[], int patience);

#endif
