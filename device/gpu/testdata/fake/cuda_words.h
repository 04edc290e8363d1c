/* What a kernel text for NVRTC takes for granted, for g++: the fake NVRTC includes it before the text. */
struct fake_dim { unsigned x, y, z; };
struct fake_index { fake_dim thread, block, block_dim, grid_dim; void **end; };
extern "C" {
__attribute__((visibility("default"))) struct fake_index fake_index;
double exp2(double), log(double), log2(double), log1p(double), sin(double), cos(double),
    tanh(double), atan(double), acos(double), cbrt(double), fabs(double), pow(double, double), floor(double), ldexp(double, int), fma(double, double, double),
    fmax(double, double), fmin(double, double), rint(double), copysign(double, double), fmod(double, double), atan2(double, double),
    hypot(double, double), asin(double), tan(double), sinh(double), cosh(double), asinh(double), acosh(double), atanh(double), erf(double),
    erfc(double), tgamma(double), lgamma(double), log10(double), trunc(double), round(double), scalbn(double, int), frexp(double, int *), nextafter(double, double);
float fabsf(float), copysignf(float, float), fmodf(float, float), scalbnf(float, int), frexpf(float, int *), nextafterf(float, float);
long lround(double), lroundf(float);
}
/* A text may define its own. The names are those that texts call: only a macro puts another function behind each. */
#define sqrt fake_sqrt
#define exp fake_exp
#define expm1 fake_expm1
#define rcbrt fake_rcbrt
template <class T> static inline T fake_sqrt(T x) { return __builtin_sqrt(x); }
template <class T> static inline T fake_exp(T x) { return __builtin_exp(x); }
template <class T> static inline T fake_expm1(T x) { return __builtin_expm1(x); }
template <class T> static inline T fake_rcbrt(T x) { return 1.0 / cbrt(x); }
#define __CUDACC__ 1
#define __CUDA_ARCH__ 900
#define __device__
#define __host__
#define __global__ __attribute__((visibility("default")))
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __grid_constant__
#define __launch_bounds__(...)
#define threadIdx fake_index.thread
#define blockIdx fake_index.block
#define blockDim fake_index.block_dim
#define gridDim fake_index.grid_dim
template <class T> static inline T atomicMax(T *at, T x) { T before = *at; *at = x > before ? x : before; return before; }
template <class T> static inline T atomicAdd(T *at, T x) { T before = *at; *at += x; return before; }
static inline double __longlong_as_double(long long bits) { double x; __builtin_memcpy(&x, &bits, 8); return x; }
static inline long long __double_as_longlong(double x) { long long bits; __builtin_memcpy(&bits, &x, 8); return bits; }
static inline int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
static inline int __double2loint(double x) { return (int)__double_as_longlong(x); }
static inline double __hiloint2double(int high, int low) { return __longlong_as_double(((long long)high << 32) | (unsigned)low); }
static inline double __dmul_rn(double x, double y) { volatile double rounded = x * y; return rounded; }
static inline double __dadd_rn(double x, double y) { volatile double rounded = x + y; return rounded; }
static inline double __dsub_rn(double x, double y) { volatile double rounded = x - y; return rounded; }
static inline double rsqrt(double x) { return 1.0 / sqrt(x); }
template <class T> static inline T __ldg(const T *p) { return *p; }
template <class T> static inline void __stcs(T *p, T x) { *p = x; }
template <class T> static inline void __stwt(T *p, T x) { *p = x; }
template <class T> static inline T __ldcs(const T *p) { return *p; }
#define __constant__ __attribute__((visibility("default")))
#define F_BY_NAME __attribute__((visibility("default"))) /* of a variable in global memory that the driver is asked for */
#define __shared__
#ifdef FAKE_FIBERS /* threads of a block that wait for each other: the fake driver runs each as a fiber, and gives fake_wait */
extern "C" {
__attribute__((visibility("default"))) void (*fake_wait)(int warp_only);
__attribute__((visibility("default"), aligned(128))) unsigned char block_memory[232448]; /* as much as an H200 gives a block */
__attribute__((visibility("default"))) double fake_slots[1024];
}
#define __syncthreads() fake_wait(0)
#else
#define __syncthreads()
#endif
#define __align__(n) __attribute__((aligned(n)))
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
struct __attribute__((aligned(16))) double2 { double x, y; };
static inline double2 make_double2(double x, double y) { return double2{x, y}; }
struct __attribute__((aligned(16))) float4 { float x, y, z, w; };
static inline float4 make_float4(float x, float y, float z, float w) { return float4{x, y, z, w}; }
extern "C" float fmaf(float, float, float);
/* A product that no compiler contracts; without -mfma none does. Barriers in a GPU's registers. */
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline float __fsub_rn(float a, float b) { return a - b; }
#define F_END_THREAD() __builtin_longjmp(fake_index.end, 1)
#define asm(...)
