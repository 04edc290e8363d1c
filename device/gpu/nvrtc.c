#define _GNU_SOURCE
#include "driver.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define NVRTC(X)                                                                                                  \
    X(nvrtcVersion, (int *, int *))                                                                               \
    X(nvrtcCreateProgram, (void **, const char *, const char *, int, const char *const *, const char *const *))   \
    X(nvrtcCompileProgram, (void *, int, const char *const *))                                                    \
    X(nvrtcGetCUBINSize, (void *, size_t *))                                                                      \
    X(nvrtcGetCUBIN, (void *, char *))                                                                            \
    X(nvrtcGetProgramLogSize, (void *, size_t *))                                                                 \
    X(nvrtcGetProgramLog, (void *, char *))                                                                       \
    X(nvrtcDestroyProgram, (void **))

static struct {
#define MEMBER(name, arguments) int(*name) arguments;
    NVRTC(MEMBER)
} nvrtc;

static int opened;

/* NVRTC looks for its builtins by name alone: those that lie beside it are opened first, for then they are
 * found wherever that is (a wheel of PyPI, a folder of the user's). */
static void open_builtins(const char *folder)
{
    char pattern[4096];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/libnvrtc-builtins.so.*", folder);
    if (glob(pattern, 0, NULL, &found) == 0) dlopen(found.gl_pathv[found.gl_pathc - 1], RTLD_NOW | RTLD_GLOBAL);
    globfree(&found);
}

static void *open_in(const char *folder)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};
    char path[4096];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", names[i]);
        if (*folder && access(path, R_OK) == 0) open_builtins(folder);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

static void *open_somewhere(const char *folder)
{
    char path[4096];
    void *library = NULL;
    if (folder && *folder) return open_in(folder);
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"};
    for (int i = 0; i < 2 && !library; i++) {
        const char *home = secure_getenv(variables[i]);
        if (!home || !*home) continue;
        snprintf(path, sizeof path, "%s/lib64", home);
        library = open_in(path);
    }
    if (!library) library = open_in("");
    return library ? library : open_in("/usr/local/cuda/lib64");
}

int nvrtc_open(const char *folder, char *text)
{
    if (opened) return 0;
    void *library = open_somewhere(folder);
    if (!library) {
        if (folder && *folder)
            snprintf(text, text_size, "NVRTC (libnvrtc.so.13, .12 or .11.2) was not found in %.900s, which DRAWBRIDGE_CUDA names", folder);
        else
            snprintf(text, text_size, "NVRTC (libnvrtc.so) was not found by its usual names, in CUDA_HOME/lib64 or in "
                                      "/usr/local/cuda/lib64; DRAWBRIDGE_CUDA names its folder");
        return 1;
    }
#define FIND(member, arguments)                                                        \
    if (!(*(void **)&nvrtc.member = dlsym(library, #member))) {                        \
        snprintf(text, text_size, "this NVRTC is too old: it has no %s", #member);     \
        return 1;                                                                      \
    }
    NVRTC(FIND)
    opened = 1;
    return 0;
}

int nvrtc_version(void)
{
    int major = 0, minor = 0;
    if (opened) nvrtc.nvrtcVersion(&major, &minor);
    return 1000 * major + 10 * minor;
}

static char *log_of(void *program)
{
    size_t size = 0;
    nvrtc.nvrtcGetProgramLogSize(program, &size);
    char *log = calloc(1, size + 1);
    if (log && size > 1) nvrtc.nvrtcGetProgramLog(program, log);
    return log;
}

int nvrtc_compile(const char *name, const char *source, int headers, const char **header_texts, const char **header_names,
                  int options, const char **option_texts, void **cubin, size_t *size, char **log, char *text)
{
    void *program = NULL;
    *cubin = NULL;
    *log = NULL;
    if (nvrtc.nvrtcCreateProgram(&program, source, name, headers, header_texts, header_names)) {
        snprintf(text, text_size, "nvrtcCreateProgram failed");
        return 1;
    }
    int bad = nvrtc.nvrtcCompileProgram(program, options, option_texts);
    *log = log_of(program);
    if (!bad) bad = nvrtc.nvrtcGetCUBINSize(program, size);
    if (!bad && (*cubin = malloc(*size)) != NULL) bad = nvrtc.nvrtcGetCUBIN(program, *cubin);
    nvrtc.nvrtcDestroyProgram(&program);
    if (bad || !*cubin) {
        free(*cubin);
        *cubin = NULL;
        if (bad) snprintf(text, text_size, "NVRTC refused the kernel text (code %d)", bad);
        else snprintf(text, text_size, "there is no memory for the compiled kernel");
        return 1;
    }
    return 0;
}
