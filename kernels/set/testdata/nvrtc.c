/* Compiles one program text for a GPU architecture with NVRTC or hipRTC, without a GPU:
 *   nvrtc LIBRARY HEADER_FOLDER ARCHITECTURE TEXT OUTPUT
 * exit 0: the code is in OUTPUT; 1: it does not compile; 77: no compiler. The log, with the registers and
 * spills of each kernel, is printed; those of an AMD GPU (gfx...) come from the notes of the code. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *program;
static void *library;
static int amd;
static void *need(const char *name) {
    char full[64];
    snprintf(full, sizeof full, "%s%s", amd ? "hiprtc" : "nvrtc", name);
    void *f = dlsym(library, full);
    if (!f) { printf("%s is missing\n", full); exit(77); }
    return f;
}

/* The number behind a key of the notes, which are in MessagePack. */
static long note(const char *code, size_t size, const char *key) {
    const unsigned char *at = memmem(code, size, key, strlen(key));
    if (!at) return 0;
    at += strlen(key);
    const int bytes = *at < 0x80 ? 0 : *at == 0xcc ? 1 : *at == 0xcd ? 2 : *at == 0xce ? 4 : 8;
    long n = bytes ? 0 : *at;
    for (int i = 1; i <= bytes; i++) n = n << 8 | at[i];
    return n;
}
static void print_notes(const char *code, size_t size) {
    printf("%ld vector and %ld scalar registers, %ld bytes spill stores, %ld scalar registers spilled, %ld bytes of LDS, %ld of scratch, lanes %ld, %zu bytes of code\n",
           note(code, size, ".vgpr_count"), note(code, size, ".sgpr_count"), 4 * note(code, size, ".vgpr_spill_count"), note(code, size, ".sgpr_spill_count"),
           note(code, size, ".group_segment_fixed_size"), note(code, size, ".private_segment_fixed_size"), note(code, size, ".wavefront_size"), size);
}

int main(int argc, char **argv) {
    if (argc != 6 || !(library = dlopen(argv[1], RTLD_NOW))) {
        printf("%s\n", argc != 6 ? "five arguments" : dlerror());
        return 77;
    }
    amd = strncmp(argv[3], "gfx", 3) == 0;
    int (*create)(program *, const char *, const char *, int, const char *const *, const char *const *) = need("CreateProgram");
    int (*compile)(program, int, const char *const *) = need("CompileProgram");
    int (*log_size)(program, size_t *) = need("GetProgramLogSize"), (*log_text)(program, char *) = need("GetProgramLog");
    int (*size)(program, size_t *) = need(amd ? "GetCodeSize" : "GetCUBINSize"), (*text)(program, char *) = need(amd ? "GetCode" : "GetCUBIN");

    char folder[4096], architecture[64], *unit = argv[4]; /* options and the words round a text as in device/gpu/vendors.go */
    snprintf(folder, sizeof folder, "-I%s", argv[2]);
    snprintf(architecture, sizeof architecture, amd ? "--offload-arch=%s" : "-arch=%s", argv[3]);
    const char *options[] = {folder, architecture, "-std=c++17", amd ? "-Wno-pass-failed" : "--ptxas-options=-v", strstr(unit, "LAUNCHABLE(") ? "-O1" : "-O3"};
    if (amd && asprintf(&unit, "#include \"gpu.h\"\nGPU_TEXT\n%s\nGPU_TEXT_END\n", argv[4]) < 0) return 77;
    program p;
    if (create(&p, unit, "unit.cu", 0, 0, 0)) return 77;
    const int failed = compile(p, amd ? 5 : 4, options);
    size_t n = 0;
    log_size(p, &n);
    char *log = calloc(n + 1, 1);
    if (n) log_text(p, log);
    fputs(log, stdout);
    if (failed) return 1;
    size(p, &n);
    char *code = malloc(n);
    text(p, code);
    if (amd) print_notes(code, n);
    FILE *f = fopen(argv[5], "wb");
    return !f || fwrite(code, 1, n, f) != n || fclose(f);
}
