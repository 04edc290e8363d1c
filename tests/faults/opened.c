/* A host that opens Drawbridge at run time: opened LIBRARY. It is opened, used, closed and opened again; the host's
 * handlers and masks of before stay its own; threads that ran before the library came may call it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "host.h"

static const char *library;
static int wrong;

static void on_signal(int number) { (void)number; }

static void *symbol(void *handle, const char *name)
{
    void *found = handle ? dlsym(handle, name) : NULL;
    if (!found) wrong++;
    return found;
}

/* Opens, computes the count of species, closes. */
static void *use(void *unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!handle) {
            printf("%s\n", dlerror());
            wrong++;
            return NULL;
        }
        int (*initialize)(int, int, const char *, int, int, int, const char *, int, const int *);
        int (*finalize)(void);
        int (*count)(int *), species = 0;
        *(void **)&initialize = symbol(handle, "drawbridge_initialize");
        *(void **)&finalize = symbol(handle, "drawbridge_finalize");
        *(void **)&count = symbol(handle, "drawbridge_species_count");
        if (wrong) return NULL;
        wrong += initialize(1000, 2, "O2 CH4", 2, 3, 0, "threads=2", 9, NULL) != 0;
        wrong += count(&species) != 0 || species != 2;
        wrong += finalize() != 0;
        wrong += dlclose(handle) != 0;
    }
    return NULL;
}

int main(int count, char **words)
{
    static const int kept[] = {SIGURG, SIGPIPE, SIGUSR1, SIGXFSZ, SIGTERM};
    pthread_t thread;
    sigset_t before, after;
    struct sigaction action;
    if (count < 2) return 2;
    library = words[1];
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) signal(kept[i], on_signal);
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
    check("a thread opens, uses and closes it, three times", wrong == 0);
    use(NULL);
    check("and the main thread", wrong == 0);
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    check("the mask stays", memcmp(&before, &after, 8) == 0);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char text[60];
        snprintf(text, sizeof text, "the handler of signal %d is the host's", kept[i]);
        check(text, sigaction(kept[i], NULL, &action) == 0 && action.sa_handler == on_signal);
    }
    return finish("opened");
}
