// The translation on a GPU: 16 points at once, a thread for each. The driver and NVRTC are opened here, so that the comparison needs
// neither where it has no GPU. DRAWBRIDGE_DRIVER and DRAWBRIDGE_CUDA name them, as for the library (docs/settings.md).
#include <dlfcn.h>

// The memory of a variable of a module, and the byte where it lies on the GPU.
struct f_onGPU {
  const void *at;
  long bytes, offset;
};
struct f_lanesOfGPU { // what the kernel takes
  void *at[41]; // arguments, 16 times the values of one point; the result
  long counts[41];
  unsigned bits;
  int *over; // the points whose local arrays are too long
};

static struct {
  const char *text; // file with the text; 0: no GPU is asked for
  char trouble[512];
  void *kernel, *stream, *memory;
  long room;
  unsigned long long variables; // address on the GPU
  unsigned skipped; // points of the last launch that have no answer
  int (*copy)(unsigned long long, unsigned long long, size_t, void *);
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
  int (*wait)(void *);
} f_gpu;

static void *f_library(const char *variable, const char *const *names)
{
  const char *given = getenv(variable);
  void *found = given && *given ? dlopen(given, RTLD_NOW) : 0;
  for (int k = 0; names[k] && !found; k++) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s%s", given ? given : "", given && *given ? "/" : "", names[k]);
    found = dlopen(path, RTLD_NOW);
  }
  return found;
}

// f_openGPU compiles and loads the kernel; f_gpu.trouble says what went wrong.
static int f_openGPU()
{
  static const char *const drivers[] = {"libcuda.so.1", 0}, *const compilers[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so", 0};
  auto fails = [](const char *what, int code) { snprintf(f_gpu.trouble, sizeof f_gpu.trouble, "the GPU: %s (%d)", what, code); return 0; };
  void *driver = f_library("DRAWBRIDGE_DRIVER", drivers), *compiler = f_library("DRAWBRIDGE_CUDA", compilers);
  if (!driver) return fails("no NVIDIA driver (libcuda.so.1) was found", 0);
  if (!compiler) return fails("NVRTC was not found; DRAWBRIDGE_CUDA names its folder", 0);
  void *missing = 0;
#define F_FIND(library, name, ...) int (*name)(__VA_ARGS__) = (int (*)(__VA_ARGS__))dlsym(library, #name); if (!name) missing = (void *)#name
  F_FIND(driver, cuInit, unsigned);
  F_FIND(driver, cuDeviceGet, int *, int);
  F_FIND(driver, cuDeviceGetAttribute, int *, int, int);
  F_FIND(driver, cuDevicePrimaryCtxRetain, void **, int);
  F_FIND(driver, cuCtxPushCurrent_v2, void *);
  F_FIND(driver, cuStreamCreate, void **, unsigned);
  F_FIND(driver, cuModuleLoadData, void **, const void *);
  F_FIND(driver, cuModuleGetFunction, void **, void *, const char *);
  F_FIND(driver, cuModuleGetGlobal_v2, unsigned long long *, size_t *, void *, const char *);
  F_FIND(driver, cuMemHostAlloc, void **, size_t, unsigned);
  F_FIND(driver, cuMemcpyAsync, unsigned long long, unsigned long long, size_t, void *);
  F_FIND(driver, cuLaunchKernel, void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
  F_FIND(driver, cuStreamSynchronize, void *);
  F_FIND(compiler, nvrtcCreateProgram, void **, const char *, const char *, int, const char *const *, const char *const *);
  F_FIND(compiler, nvrtcCompileProgram, void *, int, const char *const *);
  F_FIND(compiler, nvrtcGetProgramLogSize, void *, size_t *);
  F_FIND(compiler, nvrtcGetProgramLog, void *, char *);
  F_FIND(compiler, nvrtcGetCUBINSize, void *, size_t *);
  F_FIND(compiler, nvrtcGetCUBIN, void *, char *);
#undef F_FIND
  if (missing) return fails((const char *)missing, 0);
  int code = 0, device = 0, major = 0, minor = 0;
  void *context = 0, *program = 0, *module = 0;
  if ((code = cuInit(0)) || (code = cuDeviceGet(&device, 0))) return fails("the driver finds none", code);
  cuDeviceGetAttribute(&major, 75, device);
  cuDeviceGetAttribute(&minor, 76, device);
  if ((code = cuDevicePrimaryCtxRetain(&context, device)) || (code = cuCtxPushCurrent_v2(context)) || (code = cuStreamCreate(&f_gpu.stream, 1))) return fails("it cannot be used", code);
  FILE *f = fopen(f_gpu.text, "r");
  if (!f) return fails("its text cannot be read", 0);
  static char text[16 << 20];
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  char architecture[40];
  snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%d", 10 * major + minor);
  const char *options[] = {architecture, "--std=c++17", "--fmad=true"}; // as device/gpu/compile.go
  if ((code = nvrtcCreateProgram(&program, text, "kernel.cu", 0, 0, 0))) return fails("NVRTC takes no text", code);
  if ((code = nvrtcCompileProgram(program, 3, options))) {
    size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    char *log = (char *)calloc(size + 1, 1);
    if (log) nvrtcGetProgramLog(program, log);
    for (char *p = log; p && *p; p++) if (*p == '\n' || *p == '"' || *p == '\\') *p = ' ';
    char what[400];
    snprintf(what, sizeof what, "the text does not compile, which is an error of drawbridge port: %.300s", log ? log : "");
    free(log);
    return fails(what, code);
  }
  size_t size = 0;
  nvrtcGetCUBINSize(program, &size);
  char *cubin = (char *)malloc(size);
  if (!cubin || nvrtcGetCUBIN(program, cubin)) return fails("NVRTC gives no code", 0);
  if ((code = cuModuleLoadData(&module, cubin)) || (code = cuModuleGetFunction(&f_gpu.kernel, module, "launch_points"))) return fails("the code does not load", code);
  size_t bytes = 0;
  if (cuModuleGetGlobal_v2(&f_gpu.variables, &bytes, module, "drawbridge_constants")) f_gpu.variables = 0;
  f_gpu.room = 16 * 110000;
  if ((code = cuMemHostAlloc(&f_gpu.memory, (size_t)f_gpu.room, 3))) return fails("there is no memory", code); // the GPU works on it where it is
  f_gpu.copy = cuMemcpyAsync, f_gpu.launch = cuLaunchKernel, f_gpu.wait = cuStreamSynchronize;
  return 1;
}

// f_manyOnGPU is `many` of a routine: values of 16 points side by side go in and come out.
static void f_manyOnGPU(const f_argument *arguments, int count, const int *lanes, const f_onGPU *variables, int variableCount, unsigned bits, void **a, const long *counts, void *answer, long answerBytes)
{
  static int state;
  if (state == 0) state = f_openGPU() ? 1 : -1;
  if (state < 0) return;
  alignas(16) static char words[8192]; // the arguments of the launch, and room behind them
  f_lanesOfGPU &l = *(f_lanesOfGPU *)words;
  memset(words, 0, sizeof words);
  char *next = (char *)f_gpu.memory;
  l.bits = bits;
  for (int k = 0; k < count; k++) {
    l.counts[k] = counts[k];
    if (!a[k]) continue;
    const long size = arguments[k].bytes;
    l.at[k] = next;
    for (int lane = 0; lane < 16; lane++)
      for (long j = 0; j < counts[k]; j++, next += size) memcpy(next, (char *)a[k] + (lanes[k] ? 16 * j + lane : j) * size, (size_t)size);
    next += -(long)(next - (char *)f_gpu.memory) & 15;
  }
  l.at[count] = next;
  l.over = (int *)(next + 128);
  memset(l.over, 0, 16 * sizeof(int));
  int code = 0;
  char *from = next + 256;
  for (int k = 0; k < variableCount && f_gpu.variables && !code; k++) {
    if (from + variables[k].bytes > (char *)f_gpu.memory + f_gpu.room) code = 2;
    else memcpy(from, variables[k].at, (size_t)variables[k].bytes);
    if (!code) code = f_gpu.copy(f_gpu.variables + (unsigned long long)variables[k].offset, (unsigned long long)(size_t)from, (size_t)variables[k].bytes, f_gpu.stream);
    from += (variables[k].bytes + 15) / 16 * 16;
  }
  void *given[] = {words};
  if (!code) code = f_gpu.launch(f_gpu.kernel, 1, 1, 1, 32, 1, 1, 0, f_gpu.stream, given, 0);
  if (!code) code = f_gpu.wait(f_gpu.stream);
  if (code) {
    snprintf(f_gpu.trouble, sizeof f_gpu.trouble, "the GPU: a launch failed (%d)", code);
    state = -1;
    return;
  }
  for (int k = 0; k < count; k++)
    if (a[k] && lanes[k])
      for (int lane = 0; lane < 16; lane++)
        for (long j = 0; j < counts[k]; j++) memcpy((char *)a[k] + (16 * j + lane) * arguments[k].bytes, (char *)l.at[k] + (lane * counts[k] + j) * arguments[k].bytes, (size_t)arguments[k].bytes);
  f_gpu.skipped = 0;
  for (int lane = 0; lane < 16; lane++) f_gpu.skipped |= (unsigned)(l.over[lane] != 0) << lane;
  if (answer) memcpy(answer, l.at[count], (size_t)(16 * answerBytes));
}

static unsigned f_gpuSkipped() { return f_gpu.trouble[0] ? ~0u : f_gpu.skipped; }
