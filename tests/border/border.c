/* Hostile calls of every public function, in child processes.
 *   border addresses WORK ENTRY_H                          every pointer, every kind of memory that cannot be used
 *   border fuzz WORK ENTRY_H CALLS SECONDS SEED [PER_CHILD] random calls; SEED 0: one of the day, printed
 *                                                         BORDER_WITHOUT names functions to leave out,
 *                                                         BORDER_SIGNALS kinds of signals that come meanwhile (all),
 *                                                         BORDER_LOOK=N looks for stray writes after N calls (100)
 *   border --child - fuzz WORK SEED CALLS                  one child again, for a debugger
 * Exit: 0 nothing found, 1 something found. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../bridge/entry.h"
#include "border.h"

/* Arguments of a prototype, from its parenthesis on. */
static int count_arguments(const char *from)
{
    int depth = 0, count = 1;
    if (strncmp(from, "(void)", 6) == 0) return 0;
    for (; *from; from++) {
        depth += (*from == '(') - (*from == ')');
        count += *from == ',' && depth == 1;
        if (depth == 0) break;
    }
    return count;
}

static int row_of(const char *name, size_t length)
{
    for (int i = 0; i < symbol_count; i++)
        if (strlen(symbols[i].name) == length && strncmp(symbols[i].name, name, length) == 0) return i;
    return -1;
}

/* Every function of the header has a row, and every row a function. */
static void check_header(const char *path)
{
    static char all[1 << 17];
    int seen = 0;
    FILE *file = fopen(path, "r");
    const size_t n = file ? fread(all, 1, sizeof all - 1, file) : 0;
    if (file) fclose(file);
    for (const char *at = all; at < all + n; at++) {
        size_t length = 0;
        if (at > all && (isalnum((unsigned char)at[-1]) || at[-1] == '_')) continue;
        if (strncmp(at, "frame_", 6) != 0 && strncmp(at, "drawbridge_", 11) != 0) continue;
        while (isalnum((unsigned char)at[length]) || at[length] == '_') length++;
        if (at[length] != '(') continue;
        seen++;
        if (row_of(at, length) < 0)
            find("%.*s of entry.h (%d arguments) has no row in tests/border/rows.c", (int)length, at, count_arguments(at + length));
    }
    if (seen != symbol_count) find("entry.h declares %d functions, tests/border/rows.c has %d rows", seen, symbol_count);
}

static void print_counts(void)
{
    long calls = 0, passed = 0, refused = 0;
    for (int i = 0; i < symbol_count; i++) {
        printf("%-52s %9ld calls %9ld passed %9ld refused\n", symbols[i].name, board->calls[i], board->passed[i], board->refused[i]);
        calls += board->calls[i];
        passed += board->passed[i];
        refused += board->refused[i];
    }
    printf("%-52s %9ld calls %9ld passed %9ld refused\n", "all", calls, passed, refused);
}

/* Children from case to case; where one dies, the next begins behind. */
static void addresses(char *work)
{
    long from = 0, killed = 0;
    for (const long end = case_count(); from < end; from = board->at + 1) {
        char first[30];
        char *arguments[] = {"addresses", work, first, NULL};
        snprintf(first, sizeof first, "%ld", from);
        board->at = from - 1;
        const char *how = child_run(arguments, 60);
        if (!how) break;
        find("%s: %s", board->now, how);
        if (++killed > 2000) break;
    }
    printf("addresses: %ld cases, %ld of them ended the process\n", board->beat, killed);
}

static int left_out(const char *name)
{
    const char *without = getenv("BORDER_WITHOUT");
    /* no file here is a kernel set; the test port_load has one */
    if (strcmp(name, "drawbridge_load_kernels") == 0 || strcmp(name, "drawbridge_plan_set") == 0) return 1;
    /* no run is compared here; the test compare_routine has some */
    if (strcmp(name, "drawbridge_plan_inputs") == 0 || strcmp(name, "drawbridge_plan_compare") == 0) return 1;
    return without && strstr(without, name);
}

static void fuzz(char *work, long calls, int seconds, unsigned long seed, long each)
{
    const time_t begin = time(NULL);
    long done = 0, children = 0;
    for (; done < calls && time(NULL) - begin < seconds; done += each, children++) {
        char seed_word[30], count[30];
        char *arguments[] = {"fuzz", work, seed_word, count, NULL};
        snprintf(seed_word, sizeof seed_word, "%lu", seed + (unsigned long)children);
        snprintf(count, sizeof count, "%ld", each);
        board->at = 0;
        const char *how = child_run(arguments, 60);
        if (how) find("seed %s, call %ld: %s: %s; again: border --child - fuzz %s %s %s", seed_word, board->at, board->now, how, work, seed_word, count);
        if (board->findings > most_findings / 2) break;
    }
    printf("fuzz: %ld calls in %ld children from seed %lu on, %ld s\n", done, children, seed, (long)(time(NULL) - begin));
    for (int i = 0; i < symbol_count; i++)
        if (board->passed[i] == 0 && !left_out(symbols[i].name)) find("%s was never let past the checks", symbols[i].name);
}

static int finish(const char *what)
{
    for (long i = 0; i < board->findings && i < most_findings; i++) printf("FOUND %s\n", board->finding[i]);
    printf("%s: %ld findings\n", what, board->findings);
    return board->findings != 0;
}

static int child(int count, char **words)
{
    static struct board alone;
    if (strcmp(words[0], "-") == 0) board = &alone;
    else if (!board_take(atoi(words[0]))) return 4;
    if (strcmp(words[1], "addresses") == 0) return run_cases(words[2], atol(words[3]));
    if (count < 5) return 5;
    const int code = run_random(words[2], strtoul(words[3], NULL, 10), atol(words[4]));
    for (long i = 0; board == &alone && i < alone.findings && i < most_findings; i++) printf("FOUND %s\n", alone.finding[i]);
    return code;
}

int main(int count, char **words)
{
    if (count > 4 && strcmp(words[1], "--child") == 0) return child(count - 2, words + 2);
    if (count < 4 || !board_make()) return 2;
    check_header(words[3]);
    if (strcmp(words[1], "addresses") == 0) addresses(words[2]);
    else if (count > 6) {
        unsigned long seed = strtoul(words[6], NULL, 10);
        if (seed == 0) seed = (unsigned long)time(NULL) / 86400 * 1000000;
        fuzz(words[2], atol(words[4]), atoi(words[5]), seed, count > 7 ? atol(words[7]) : 20000);
        print_counts();
    }
    return finish(words[1]);
}
