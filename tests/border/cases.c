/* Every pointer of every function, with memory of every kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../bridge/entry.h"
#include "border.h"

enum { null_pointer = 3, stale_array = 12, kept_cases = 12 };

long case_count(void) { return (long)symbol_count * most_pointers * kinds + kept_cases; }

static const char *last_words(void)
{
    static char words[120];
    frame_message_(words, sizeof words - 1);
    for (size_t n = sizeof words - 1; n > 0 && (words[n - 1] == ' '); n--) words[n - 1] = 0;
    return words;
}

/* What must come of it: refused for the address, or done. */
static void judge(const struct symbol *s, const struct call *c, int at, enum kind kind, int code)
{
    const struct pointer *p = &c->pointer[at];
    const int serves = memory_serves(kind, p->bytes, p->writes) || (kind == IS_NULL && p->optional);
    const int other = (code == 0 && p->partial && kind > PAST_FILE) || (code != 0 && p->optional == 2);
    if (s->form != SILENT && !serves && code != null_pointer && !other)
        find("%s, pointer %d, %s: code %d, expected %d: %s", s->name, at + 1, kind_names[kind], code, null_pointer, last_words());
    if (s->form != SILENT && serves && kind < IS_NULL && code != 0)
        find("%s, pointer %d, %s: code %d, expected 0: %s", s->name, at + 1, kind_names[kind], code, last_words());
    for (int i = 0; i < c->pointers; i++) {
        const char *wrong = memory_spoilt(c->pointer[i].slot, c->pointer[i].writes && code != null_pointer);
        if (wrong) find("%s, pointer %d, %s: %s (pointer %d)", s->name, at + 1, kind_names[kind], wrong, i + 1);
    }
}

static void run_case(long index)
{
    static struct call c;
    enum kind where[most_pointers] = {AT_END};
    const struct symbol *s = &symbols[index / kinds / most_pointers];
    const int at = (int)(index / kinds % most_pointers);
    const enum kind kind = (enum kind)(index % kinds);
    memset(&c, 0, sizeof c);
    seed_thread((unsigned long)index + 1);
    s->make(&c);
    if (at >= c.pointers || c.pointer[at].bytes == 0) return;
    for (int i = 0; i < c.pointers; i++)
        if (c.pointer[i].optional == 2 && i != at) where[i] = IS_NULL;
    if (c.pointer[at].optional == 2 && kind < IS_NULL) return;
    where[at] = kind;
    snprintf(board->now, text_bytes, "%s, pointer %d of %d, %s, %s", s->name, at + 1, c.pointers, kind_names[kind],
             c.pointer[at].writes ? "written" : "read");
    board->beat++;
    judge(s, &c, at, kind, perform(s, &c, where));
    if (index % 64 == 0) tidy();
}

/* Arrays that plans keep: fine when the plan was made, spoilt before the next run. */
static void kept_case(int n)
{
    static const char *const what[] = {"unmapped", "without rights", "read only", "unmapped in the middle",
                                       "without rights in the middle", "read only in the middle"};
    const int change = n % 6, is_output = n / 6;
    const long page = sysconf(_SC_PAGESIZE);
    const size_t bytes = 64 * (size_t)page; /* of one variable: nx points along x, so many planes */
    const int extents[4] = {nx, ny, (int)(bytes / 8 / nx / ny), 1}, points[6] = {1, nx, 1, ny, 1, extents[2]};
    double *array = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    double *other = mmap(NULL, 3 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int plan = 0, code;
    char *from = (char *)array + (change < 3 ? 0 : 32 * page);
    const size_t length = change < 3 ? bytes : (size_t)page;
    if (array == MAP_FAILED || other == MAP_FAILED) exit(4);
    for (size_t i = 0; i < bytes / 8; i++) array[i] = other[i] = other[bytes / 8 + i] = 300;
    snprintf(board->now, text_bytes, "an array of a plan, %s, that was %s", is_output ? "written" : "read", what[change]);
    board->beat++;
    need_frame();
    code = drawbridge_plan_create("totalenthalpy", 13, extents, points, &plan);
    if (code == 0) code = drawbridge_plan_array(plan, 0, "h", 1, is_output ? other : array, extents, NULL, 1);
    if (code == 0) code = drawbridge_plan_array(plan, 0, "ke", 2, other + bytes / 8, extents, NULL, 1);
    if (code == 0) code = drawbridge_plan_array(plan, 1, "h0", 2, is_output ? array : other, extents, NULL, 1);
    if (code != 0) find("%s: a good plan is refused with code %d: %s", board->now, code, last_words());
    if (change % 3 == 0) munmap(from, length);
    else mprotect(from, length, change % 3 == 1 ? PROT_NONE : PROT_READ);
    code = drawbridge_plan_run(plan);
    const int expected = change % 3 == 2 && !is_output ? 0 : stale_array;
    if (code != expected && !(expected && code == null_pointer)) find("%s: code %d, expected %d: %s", board->now, code, expected, last_words());
    munmap(array, bytes);
    munmap(other, 3 * bytes);
    drawbridge_plan_destroy(plan);
}

int run_cases(const char *work, long from)
{
    char stack[slot_bytes];
    const long ordinary = case_count() - kept_cases;
    if (!memory_make(stack)) return 4;
    snprintf(world.work, sizeof world.work, "%s", work);
    world.careful = 1;
    setenv("DRAWBRIDGE_ON_ERROR", "return", 1);
    setenv("DRAWBRIDGE_LOG", "off", 1);
    setenv("DRAWBRIDGE_DEVICE", "host", 1);
    for (long i = from; i < case_count(); i++) {
        board->at = i;
        if (i < ordinary) run_case(i);
        else kept_case((int)(i - ordinary));
    }
    return 0;
}
