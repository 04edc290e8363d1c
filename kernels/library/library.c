#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

void *library_open(const char *path, char text[library_text])
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *why = dlerror();
        snprintf(text, library_text, "%s", why ? why : "the loader gives no reason");
    }
    return handle;
}

int library_loaded(const char *name, char path[library_text])
{
    struct link_map *map = NULL;
    void *handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) {
        dlerror();
        return 0;
    }
    int found = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name && map->l_name[0];
    if (found) snprintf(path, library_text, "%s", map->l_name);
    dlclose(handle);
    return found;
}

uintptr_t library_symbol(void *handle, const char *name)
{
    return (uintptr_t)dlsym(handle, name);
}

void library_sizes(void *function, const double *numbers, long *counts)
{
    void (*sizes)(const double *, long *);
    memcpy(&sizes, &function, sizeof sizes);
    sizes(numbers, counts);
}
