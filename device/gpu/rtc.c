#define _GNU_SOURCE
#include "api.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A compiler looks for its companions by name alone: those that lie beside it are opened first, for then they are found wherever that
 * is (a wheel of PyPI, a folder of the user's). */
static void open_companions(const struct vendor *v, const char *folder)
{
    char pattern[4096];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/%s", folder, v->companions);
    if (glob(pattern, 0, NULL, &found) == 0) dlopen(found.gl_pathv[found.gl_pathc - 1], RTLD_NOW | RTLD_GLOBAL);
    globfree(&found);
}

static void *open_in(const struct vendor *v, const char *folder)
{
    char path[4096];
    for (const char *const *name = v->compilers; *name; name++) {
        snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", *name);
        if (v->companions && *folder && access(path, R_OK) == 0) open_companions(v, folder);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

static void *open_somewhere(const struct vendor *v, const char *folder)
{
    char path[4096];
    void *library = NULL;
    if (folder && *folder) return open_in(v, folder);
    for (const char *const *variable = v->homes; *variable && !library; variable++) {
        const char *home = secure_getenv(*variable);
        if (!home || !*home) continue;
        snprintf(path, sizeof path, "%s/%s", home, v->subfolder);
        library = open_in(v, path);
    }
    if (!library) library = open_in(v, "");
    return library ? library : open_in(v, v->usual);
}

int rtc_open(int vendor, const char *folder, char *text)
{
    struct vendor *v = vendors[vendor];
    if (v->compiler_opened) return 0;
    void *library = open_somewhere(v, folder);
    if (!library) {
        if (folder && *folder)
            snprintf(text, text_size, "%s (%s) was not found in %.900s, which %s names", v->compiler, v->compilers[0], folder, v->setting);
        else
            snprintf(text, text_size, "%s (%s) was not found by its usual names, in %s/%s or in %s; %s names its folder", v->compiler, v->compilers[0],
                     v->homes[0], v->subfolder, v->usual, v->setting);
        return 1;
    }
#define FIND(member, arguments)                                                                                       \
    if (!(*(void **)&v->rtc.member = dlsym(library, v->compiler_names.member))) {                                     \
        snprintf(text, text_size, "this %s is too old: it has no %s", v->compiler, v->compiler_names.member);         \
        return 1;                                                                                                     \
    }
    COMPILER(FIND)
    v->compiler_opened = 1;
    return 0;
}

int rtc_version(int vendor)
{
    int major = 0, minor = 0;
    if (vendors[vendor]->compiler_opened) vendors[vendor]->rtc.version(&major, &minor);
    return 1000 * major + 10 * minor;
}

static char *log_of(const struct compiler_api *rtc, void *program)
{
    size_t size = 0;
    rtc->log_size(program, &size);
    char *log = calloc(1, size + 1);
    if (log && size > 1) rtc->log(program, log);
    return log;
}

int rtc_compile(int vendor, const char *name, const char *source, int headers, const char **header_texts, const char **header_names,
                int options, const char **option_texts, void **code, size_t *size, char **log, char *text)
{
    const struct vendor *v = vendors[vendor];
    const struct compiler_api *rtc = &v->rtc;
    void *program = NULL;
    *code = NULL;
    *log = NULL;
    if (rtc->create(&program, source, name, headers, header_texts, header_names)) {
        snprintf(text, text_size, "%s failed", v->compiler_names.create);
        return 1;
    }
    int bad = rtc->compile(program, options, option_texts);
    *log = log_of(rtc, program);
    if (!bad) bad = rtc->code_size(program, size);
    if (!bad && (*code = malloc(*size)) != NULL) bad = rtc->code(program, *code);
    rtc->destroy(&program);
    if (bad || !*code) {
        free(*code);
        *code = NULL;
        if (bad) snprintf(text, text_size, "%s refused the kernel text (code %d)", v->compiler, bad);
        else snprintf(text, text_size, "there is no memory for the compiled kernel");
        return 1;
    }
    return 0;
}
