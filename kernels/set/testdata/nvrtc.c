/* Compiles one program text for a GPU architecture with NVRTC, without a GPU:
 *   nvrtc LIBRARY HEADER_FOLDER ARCHITECTURE TEXT OUTPUT
 * exit 0: the CUBIN is in OUTPUT; 1: it does not compile; 77: no NVRTC. The log, with the registers and
 * spills of each kernel, is printed. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef void *program;
static void *library;
static void *need(const char *name) {
    void *f = dlsym(library, name);
    if (!f) { printf("%s is missing\n", name); exit(77); }
    return f;
}

int main(int argc, char **argv) {
    if (argc != 6 || !(library = dlopen(argv[1], RTLD_NOW))) {
        printf("%s\n", argc != 6 ? "five arguments" : dlerror());
        return 77;
    }
    int (*create)(program *, const char *, const char *, int, const char *const *, const char *const *) = need("nvrtcCreateProgram");
    int (*compile)(program, int, const char *const *) = need("nvrtcCompileProgram");
    int (*log_size)(program, size_t *) = need("nvrtcGetProgramLogSize"), (*log_text)(program, char *) = need("nvrtcGetProgramLog");
    int (*size)(program, size_t *) = need("nvrtcGetCUBINSize"), (*text)(program, char *) = need("nvrtcGetCUBIN");

    char folder[4096], architecture[64];
    snprintf(folder, sizeof folder, "-I%s", argv[2]);
    snprintf(architecture, sizeof architecture, "-arch=%s", argv[3]);
    const char *options[] = {folder, architecture, "-std=c++17", "--ptxas-options=-v"};
    program p;
    if (create(&p, argv[4], "unit.cu", 0, 0, 0)) return 77;
    const int failed = compile(p, 4, options);
    size_t n = 0;
    log_size(p, &n);
    char *log = calloc(n + 1, 1);
    log_text(p, log);
    fputs(log, stdout);
    if (failed) return 1;
    size(p, &n);
    char *cubin = malloc(n);
    text(p, cubin);
    FILE *f = fopen(argv[5], "wb");
    return !f || fwrite(cubin, 1, n, f) != n || fclose(f);
}
