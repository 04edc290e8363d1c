#define _GNU_SOURCE
#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Pages that are tried one by one; the same where the table cannot be asked by address; pages of a longer range where there is
 * no table at all. */
enum { few = 4, many = 64, samples = 8 };

/* The order of memory, by C11: threads may be here side by side. A pair of functions is chosen, and the table is opened, by
 * writes that end with a release (write_fails, table); whoever acquires that sees the rest. What every thread would write alike
 * (the size of a page, the owner of the table, that there is none) may be written twice. */

/* 1. One page, tried by the system in our stead: it answers EFAULT where a load or a store of ours would be a
 * signal. So memory of devices, huge pages and pages that are not yet there are judged as what they are. */

static uint32_t nobody; /* a futex that nobody waits for */

/* A signal mask is read from there, and then refused: `how` is none. */
static int mask_fails(uintptr_t address)
{
    return syscall(SYS_rt_sigprocmask, ~0, (void *)(address & ~(uintptr_t)7), NULL, 8) != 0 && errno == EFAULT;
}

/* A futex is compared there, and none of its waiters is moved. Where an emulator looks at `how` first. */
static int compare_fails(uintptr_t address)
{
    return syscall(SYS_futex, (void *)(address & ~(uintptr_t)3), FUTEX_CMP_REQUEUE | FUTEX_PRIVATE_FLAG, 0, 0, &nobody, 0) != 0 &&
           errno == EFAULT;
}

/* Zero is added there, atomically: no other thread sees a change or loses its own. */
static int add_fails(uintptr_t address)
{
    return syscall(SYS_futex, &nobody, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0, 0, (void *)(address & ~(uintptr_t)3),
                   FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 1)) != 0 &&
           errno == EFAULT;
}

static int never_fails(uintptr_t address)
{
    (void)address;
    return 0;
}

/* Chosen once, by what they say of the first page, which no process has. */
static int (*read_fails)(uintptr_t), (*write_fails)(uintptr_t);

static void choose(void)
{
    const uintptr_t nothing = 16;
    if (__atomic_load_n(&write_fails, __ATOMIC_ACQUIRE)) return;
    read_fails = mask_fails(nothing) ? mask_fails : compare_fails(nothing) ? compare_fails : never_fails;
    __atomic_store_n(&write_fails, add_fails(nothing) ? add_fails : never_fails, __ATOMIC_RELEASE);
}

static int never_asked(enum memory_right right) { return (right == to_write ? write_fails : read_fails) == never_fails; }

static int exists(uintptr_t first, uintptr_t last)
{
    const uintptr_t page = first / page_size() * page_size();
    return msync((void *)page, last - page + 1, MS_ASYNC) == 0; /* since 2.6.19 nothing but a look at the mappings */
}

static enum memory_verdict judge_page(uintptr_t address, enum memory_right right)
{
    if (!(right == to_write ? write_fails : read_fails)(address)) return memory_good;
    return exists(address, address) ? memory_forbidden : memory_absent;
}

/* 2. The table of mappings, asked by address (Linux 6.11 and later), or read. */

struct procmap_question { /* struct procmap_query of linux/fs.h */
    uint64_t size, flags, address, start, end, rights, page_bytes, offset, inode;
    uint32_t major, minor, name_bytes, build_bytes;
    uint64_t name, build;
};

static int table = -1, no_table;
static const char *table_text = "/proc/self/maps";
static pid_t table_owner;

static int open_table(void)
{
    const int low = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (low < 0) {
        no_table = errno != EMFILE && errno != ENFILE && errno != ENOMEM;
        return -1;
    }
    const int high = fcntl(low, F_DUPFD_CLOEXEC, 100); /* not where a host expects its standard output */
    if (high < 0) return low;
    close(low);
    return high;
}

/* Our own descriptor of the table; -1: there is none. A child of fork would ask about its parent. */
static int take_table(int *is_new)
{
    const int old = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
    int none = old;
    if (no_table) return -1;
    *is_new = old < 0 || table_owner != getpid();
    if (!*is_new) return old;
    const int file = open_table();
    table_owner = getpid();
    if (file < 0 || __atomic_compare_exchange_n(&table, &none, file, 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE)) return file;
    close(file); /* another thread was first */
    return none;
}

/* The mapping that holds an address: 1 found, 0 there is none, -1 nobody knows. */
static int ask(struct procmap_question *q, uintptr_t address)
{
    for (int refused = 0;;) { /* the system may be busy with another thread's mappings */
        int is_new = 0;
        const int file = take_table(&is_new);
        if (file < 0) return -1;
        *q = (struct procmap_question){.size = sizeof *q, .address = address};
        if (ioctl(file, _IOWR('f', 17, struct procmap_question), q) == 0) return 1;
        if (errno == ENOENT) return 0;
        if (errno == EINTR || errno == EAGAIN || errno == ENOMEM) {
            if (++refused < 8) continue;
            return -1; /* the next call asks again */
        }
        __atomic_store_n(&table, -1, __ATOMIC_RELEASE);
        if (!is_new) continue; /* a host closed what it did not open: what has the number now is its own */
        if (errno == ENOTTY || errno == EINVAL) no_table = 1; /* an older system */
        close(file);
        return -1;
    }
}

/* The same range in the text of the table, for older systems: 20 us and more. 1, 0, -1 as below. All of it is mapped, as the
 * system has said: where no line holds an address, the text is an emulator's that leaves mappings out, and is no answer. */
static int lines_allow(uintptr_t address, uintptr_t last, enum memory_right right)
{
    char text[4096];
    size_t have = 0;
    enum { undecided = -2 };
    int answer = undecided;
    const int file = open(table_text, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    while (answer == undecided) {
        const ssize_t n = read(file, text + have, sizeof text - have);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break; /* no mapping reaches that far, or nobody knows */
        have += (size_t)n;
        char *line = text, *end;
        for (; answer == undecided && (end = memchr(line, '\n', have - (size_t)(line - text))); line = end + 1) {
            unsigned long from, to;
            char rights[5];
            *end = 0;
            if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) != 3 || to <= address) continue;
            const int has = right == to_read ? rights[0] == 'r' : right == to_write ? rights[1] == 'w' : rights[2] == 'x';
            if (from > address) answer = -1;
            else if (!has) answer = 0;
            else if (to > last) answer = 1;
            else address = to;
        }
        have -= (size_t)(line - text);
        memmove(text, line, have);
        if (have == sizeof text) break; /* a line longer than any path */
    }
    close(file);
    return answer == undecided ? -1 : answer;
}

int memory_table(void)
{
    int is_new;
    return take_table(&is_new);
}

void memory_pretend(int without_table, int without_masks, const char *text)
{
    no_table = without_table;
    table_text = text ? text : "/proc/self/maps";
    write_fails = NULL;
    choose();
    if (without_masks) read_fails = compare_fails;
}

/* Every mapping of a range has the right: 1 yes, 0 no, -1 nobody knows. */
static int mappings_allow(uintptr_t address, uintptr_t last, enum memory_right right)
{
    struct procmap_question q;
    for (;; address = q.end) {
        const int found = ask(&q, address);
        if (found <= 0) return found;
        if (!(q.rights & right)) return 0;
        if (q.end > last) return 1;
    }
}

/* 3. A range */

static enum memory_verdict judge_each(uintptr_t address, uintptr_t last, uintptr_t step, enum memory_right right)
{
    for (;; address += step) {
        const enum memory_verdict verdict = judge_page(address, right);
        if (verdict != memory_good || last - address < step) return verdict;
    }
}

/* Without trying: code, and where the system tells nothing. */
static enum memory_verdict judge_mappings(uintptr_t address, uintptr_t last, enum memory_right right)
{
    if (!exists(address, last)) return memory_absent;
    return mappings_allow(address, last, right) == 0 ? memory_forbidden : memory_good;
}

static enum memory_verdict judge_long(uintptr_t address, uintptr_t last, enum memory_right right)
{
    const enum memory_verdict end = judge_page(last, right), begin = end == memory_good ? judge_page(address, right) : end;
    if (begin != memory_good) return begin;
    const int allowed = mappings_allow(address, last, right);
    if (allowed == 1) return memory_good;
    if (!exists(address, last)) return memory_absent;
    if (allowed == 0) return memory_forbidden;
    if ((last - address) / page_size() < many) return judge_each(address / page_size() * page_size(), last, page_size(), right);
    const int listed = lines_allow(address, last, right);
    if (listed >= 0) return listed ? memory_good : memory_forbidden;
    return judge_each(address, last, (last - address) / samples, right);
}

enum memory_verdict memory_judge(uintptr_t address, size_t bytes, enum memory_right right)
{
    const uintptr_t last = address + (bytes ? bytes - 1 : 0), page = page_size();
    if (address < page || last < address) return memory_absent; /* the first page: rounded down, its addresses would read as null */
    if (in_a_frame_above(address, last)) return memory_good;
    const int error = errno;
    choose();
    enum memory_verdict verdict = memory_good;
    if (right == to_execute || never_asked(right)) verdict = judge_mappings(address, last, right);
    else if (last / page - address / page >= few) verdict = judge_long(address, last, right);
    else {
        verdict = judge_page(last, right);
        if (verdict == memory_good && address / page != last / page) verdict = judge_each(address, last / page * page - 1, page, right);
    }
    errno = error;
    return verdict;
}

enum memory_verdict memory_judge_in_call(uintptr_t address, size_t bytes, enum memory_right right)
{
    learn_stack();
    return memory_judge(address, bytes, right);
}

size_t memory_readable(const void *text, size_t most)
{
    const uintptr_t address = (uintptr_t)text;
    const size_t here = page_size() - address % page_size(); /* to the end of the page */
    if (most == 0 || memory_judge(address, most, to_read) == memory_good) return most;
    return here < most && memory_judge(address, here, to_read) == memory_good ? here : 0;
}
