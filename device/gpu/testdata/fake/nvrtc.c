/* A fake NVRTC for tests: it compiles a kernel's text by g++, or what CXX names, into a shared object for this machine, which
 * the fake driver runs thread by thread. With -DOLD it lacks a function, as an old NVRTC would. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { compile_failed = 6 };
struct program { int fibers, owners; /* a text of an owner's, which asks whether NVRTC compiles it */ char folder[64]; char *log, *cubin; size_t log_size, cubin_size; };

static int put(const char *folder, const char *name, const char *text)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    if (!file) return 1;
    fputs(text, file);
    return fclose(file);
}

static char *get(const char *folder, const char *name, size_t *size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(1, *size + 1);
    *size = fread(text, 1, *size, file);
    fclose(file);
    return text;
}

int nvrtcVersion(int *major, int *minor) { *major = 0; *minor = 1; return 0; }

int nvrtcCreateProgram(struct program **made, const char *source, const char *name, int headers, const char *const *texts,
                       const char *const *names)
{
    struct program *p = calloc(1, sizeof *p);
    snprintf(p->folder, sizeof p->folder, "/tmp/drawbridge-fake-XXXXXX");
    if (!mkdtemp(p->folder) || put(p->folder, "unit.cu", source)) return 1;
    for (int i = 0; i < headers; i++)
        if (put(p->folder, names[i], texts[i])) return 1;
    if (put(p->folder, "gpu.h", "#include \"" FAKE_FOLDER "/gpu.h\"\n")) return 1; /* the one with machine instructions */
    p->fibers = strstr(source, "#include \"sweep.h\"") != NULL;
    p->owners = strstr(source, "f_too_long") != NULL;
    (void)name;
    *made = p;
    return 0;
}

int nvrtcCompileProgram(struct program *p, int count, const char *const *options)
{
    char command[8192], words[2048] = "";
    for (int i = 0; i < count; i++)
        if (strncmp(options[i], "-D", 2) == 0 && strlen(words) + strlen(options[i]) + 4 < sizeof words)
            strcat(strcat(words, " "), options[i]);
    for (int i = 0; i < count; i++)
        if (strstr(options[i], "arch=gfx9")) strcat(words, " -DFAKE_LANES=64");
    if (p->fibers) strcat(words, " -DFAKE_FIBERS");
    if (p->owners) strcat(words, " -D__CUDACC_RTC__");
    const char *fail = getenv("FAKE_CUDA_NVRTC");
    snprintf(command, sizeof command, "cd %s && ${CXX:-g++} -x c++ -std=c++17 -O1 -w -fPIC -shared -fvisibility=hidden -include %s/cuda_words.h -I. %s%s unit.cu -o cubin 2>log",
             p->folder, FAKE_FOLDER, words, fail && *fail ? " -Dfloat=planted_by_a_test -include no_such_header.h" : "");
    const int bad = system(command);
    p->log = get(p->folder, "log", &p->log_size);
    p->cubin = get(p->folder, "cubin", &p->cubin_size);
    return bad || !p->cubin ? compile_failed : 0;
}

int nvrtcGetCUBINSize(struct program *p, size_t *size) { *size = p->cubin_size; return 0; }
#ifndef OLD
int nvrtcGetCUBIN(struct program *p, char *cubin) { memcpy(cubin, p->cubin, p->cubin_size); return 0; }
#endif
int nvrtcGetProgramLogSize(struct program *p, size_t *size) { *size = p->log_size + 1; return 0; }
int nvrtcGetProgramLog(struct program *p, char *log) { memcpy(log, p->log ? p->log : "", p->log_size + 1); return 0; }

int nvrtcDestroyProgram(struct program **p)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", (*p)->folder);
    const int bad = system(command);
    free((*p)->log);
    free((*p)->cubin);
    free(*p);
    *p = NULL;
    return bad;
}

#ifdef FAKE_HIP /* under hipRTC's names */
#define ALSO(hip, cuda) __attribute__((alias(#cuda))) int hip();
#pragma GCC diagnostic ignored "-Wattribute-alias"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
ALSO(hiprtcVersion, nvrtcVersion)
ALSO(hiprtcCreateProgram, nvrtcCreateProgram)
ALSO(hiprtcCompileProgram, nvrtcCompileProgram)
ALSO(hiprtcGetCodeSize, nvrtcGetCUBINSize)
#ifndef OLD
ALSO(hiprtcGetCode, nvrtcGetCUBIN)
#endif
ALSO(hiprtcGetProgramLogSize, nvrtcGetProgramLogSize)
ALSO(hiprtcGetProgramLog, nvrtcGetProgramLog)
ALSO(hiprtcDestroyProgram, nvrtcDestroyProgram)
#endif
