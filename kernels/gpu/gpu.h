/* The one header of the GPU texts that differs between vendors: what lanes say to each other, copies that a thread does not wait for,
 * words between processes, starts of iterations, launch bounds. LANES threads run in step: 32 of a warp, 64 of a wave of AMD's for servers.
 * What a vendor has not (a unit for matrices of doubles on AMD) is not offered. Tests on a host have a third form (testdata/fake/gpu.h of
 * the device). Masks of lanes are lane_mask; every lane of a warp takes part in what has none. */
#ifndef DRAWBRIDGE_GPU_H
#define DRAWBRIDGE_GPU_H
#define GPU_WORD static __device__ __forceinline__

#ifdef __HIP__
#define __CUDACC__
#define __CUDACC_RTC__
#define MATRIX_UNIT 0
#ifdef __GFX9__
enum { LANES = 64 };
typedef unsigned long long lane_mask;
#define GPU_BALLOT(c) __builtin_amdgcn_ballot_w64(c)
#define GPU_FIRST(m) __builtin_ffsll(m)
#define GPU_COUNT(m) __builtin_popcountll(m)
#else
enum { LANES = 32 };
typedef unsigned lane_mask;
#define GPU_BALLOT(c) __builtin_amdgcn_ballot_w32(c)
#define GPU_FIRST(m) __builtin_ffs(m)
#define GPU_COUNT(m) __builtin_popcount(m)
#endif
#define __grid_constant__ /* arguments of a kernel are constant memory already */
#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif

/* NVIDIA's bounds are (threads, blocks that a multiprocessor has room for), AMD's (threads from, to) and waves of one of the four SIMD units. */
#undef __launch_bounds__
#define GPU_ROOM(t, b) (((t) + 63) / 64 * (b) / 4 > 8 ? 8 : ((t) + 63) / 64 * (b) / 4 > 1 ? ((t) + 63) / 64 * (b) / 4 : 1)
#define GPU_BOUND1(t) __attribute__((amdgpu_flat_work_group_size(t, t)))
#define GPU_BOUND2(t, b) __attribute__((amdgpu_flat_work_group_size(t, t), amdgpu_waves_per_eu(GPU_ROOM(t, b))))
#define GPU_THIRD(a, b, c, ...) c
#define __launch_bounds__(...) GPU_THIRD(__VA_ARGS__, GPU_BOUND2, GPU_BOUND1, 0)(__VA_ARGS__)

#define lane_here() (threadIdx.x % LANES)
GPU_WORD lane_mask active_lanes() { return GPU_BALLOT(true); }
GPU_WORD lane_mask lanes_where(lane_mask here, bool c) { return GPU_BALLOT(c) & here; }
GPU_WORD bool all_active(bool c) { return GPU_BALLOT(!c) == 0; }
GPU_WORD int any_lane(bool c) { return GPU_BALLOT(c) != 0; }
GPU_WORD int first_lane(lane_mask m) { return GPU_FIRST(m) - 1; }
GPU_WORD int count_lanes(lane_mask m) { return GPU_COUNT(m); }
GPU_WORD unsigned bits_of_lanes(lane_mask, unsigned w) { /* or */
    unsigned all = 0;
    for (int b = 0; b < 32; b++) all |= (unsigned)(GPU_BALLOT(w >> b & 1) != 0) << b;
    return all;
}
GPU_WORD unsigned sum_of_lanes(lane_mask, unsigned w) {
    unsigned sum = 0;
    for (int b = 0; b < 32; b++) sum += (unsigned)GPU_COUNT(GPU_BALLOT(w >> b & 1)) << b;
    return sum;
}
template <class T> GPU_WORD T from_lane(T v, int lane) {
    static_assert(sizeof(T) % 4 == 0, "whole words");
    int w[sizeof(T) / 4];
    __builtin_memcpy(w, &v, sizeof v);
    for (unsigned i = 0; i < sizeof(T) / 4; i++) w[i] = __builtin_amdgcn_ds_bpermute(lane << 2, w[i]);
    __builtin_memcpy(&v, w, sizeof v);
    return v;
}
template <class T> GPU_WORD T from_other(T v, int by) { return from_lane(v, lane_here() ^ by); }
template <class T> GPU_WORD T from_above(T v, int by) { const int l = lane_here(); return from_lane(v, l + by < LANES ? l + by : l); }
template <class T> GPU_WORD T from_below(T v, int by) { const int l = lane_here(); return from_lane(v, l >= by ? l - by : l); }

template <class T> GPU_WORD void __stcs(T *p, T v) { __builtin_nontemporal_store(v, p); }
template <class T> GPU_WORD T __ldcs(const T *p) { return __builtin_nontemporal_load(p); }
typedef float gpu_four __attribute__((ext_vector_type(4)));
typedef double gpu_two __attribute__((ext_vector_type(2)));
GPU_WORD void __stwt(float4 *p, float4 v) { __builtin_nontemporal_store(gpu_four{v.x, v.y, v.z, v.w}, (gpu_four *)p); }
GPU_WORD void __stwt(double2 *p, double2 v) { __builtin_nontemporal_store(gpu_two{v.x, v.y}, (gpu_two *)p); }
#define prefetch(at) (void)(at)
/* Copies go by way of registers: they have arrived when the thread goes on. */
template <int bytes> GPU_WORD void copy_near(void *to, const void *from) { __builtin_memcpy(to, from, bytes); }
GPU_WORD void wait_copies() {}
GPU_WORD void copy_ahead(void *to, const void *from) { *(gpu_four *)to = *(const gpu_four *)from; }
GPU_WORD void close_group() {}
template <int left> GPU_WORD void wait_groups() {}
struct staying {};
GPU_WORD staying read_once() { return {}; }
GPU_WORD staying read_again() { return {}; }
template <class T, int n> GPU_WORD void load_staying(const T *p, T (&v)[n], staying) { __builtin_memcpy(v, __builtin_assume_aligned(p, sizeof v), sizeof v); }

GPU_WORD double rough_reciprocal(double a) { return __builtin_amdgcn_rcp(a); } /* 24 bits */
GPU_WORD double rough_inverse_sqrt(double a) { return __builtin_amdgcn_rsq(a); }
GPU_WORD float third_root_inverse(float x) { return __builtin_amdgcn_exp2f(__builtin_amdgcn_logf(x) * -0.33333334f); }
GPU_WORD double kept(double v) { asm("" : "+v"(v)); return v; }
GPU_WORD float kept(float v) { asm("" : "+v"(v)); return v; }
GPU_WORD void end_of_trip() { asm volatile("" ::: "memory"); } /* loads of the next trip are not hoisted: they take registers */
/* HIP's own may become a part of an fma. */
#define GPU_ROUNDED(T, f, d)                                             \
    GPU_WORD T rounded_##f##mul(T x, T y) { return kept(x * y); }        \
    GPU_WORD T rounded_##f##add(T x, T y) { return kept(x) + kept(y); }  \
    GPU_WORD T rounded_##f##sub(T x, T y) { return kept(x) - kept(y); }
GPU_ROUNDED(double, d, )
GPU_ROUNDED(float, f, )
#define __dmul_rn rounded_dmul
#define __dadd_rn rounded_dadd
#define __dsub_rn rounded_dsub
#define __fmul_rn rounded_fmul
#define __fadd_rn rounded_fadd
#define __fsub_rn rounded_fsub

GPU_WORD void publish() { __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, ""); }
GPU_WORD void mark(unsigned long long *word, unsigned long long value) { __hip_atomic_store(word, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM); }
GPU_WORD unsigned long long told(const unsigned long long *word) { return __hip_atomic_load(word, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM); }
GPU_WORD unsigned long long nanoseconds() { return 10 * __builtin_readsteadycounter(); } /* 100 MHz */
GPU_WORD void rest() { __builtin_amdgcn_s_sleep(1); }
GPU_WORD void __trap() { __builtin_trap(); }
/* A name that a text defines hides HIP's overloads of it: those of integers are given again. */
#define GPU_TEXT                                                        \
    namespace drawbridge_text {                                         \
    template <class T> GPU_WORD T min(T a, T b) { return b < a ? b : a; } \
    template <class T> GPU_WORD T max(T a, T b) { return b > a ? b : a; }
#define GPU_TEXT_END }

#else
#define MATRIX_UNIT 1
enum { LANES = 32 };
typedef unsigned lane_mask;
#define lane_here() (threadIdx.x % LANES)
GPU_WORD lane_mask active_lanes() { return __activemask(); }
GPU_WORD lane_mask lanes_where(lane_mask here, bool c) { return __ballot_sync(here, c); }
GPU_WORD bool all_active(bool c) { return __all_sync(__activemask(), c); }
GPU_WORD int any_lane(bool c) { return __any_sync(0xffffffffu, c); }
GPU_WORD int first_lane(lane_mask m) { return __ffs(m) - 1; }
GPU_WORD int count_lanes(lane_mask m) { return __popc(m); }
GPU_WORD unsigned bits_of_lanes(lane_mask here, unsigned w) { return __reduce_or_sync(here, w); }
GPU_WORD unsigned sum_of_lanes(lane_mask here, unsigned w) { return __reduce_add_sync(here, w); }
template <class T> GPU_WORD T from_lane(T v, int lane) { return __shfl_sync(0xffffffffu, v, lane); }
template <class T> GPU_WORD T from_other(T v, int by) { return __shfl_xor_sync(0xffffffffu, v, by); }
template <class T> GPU_WORD T from_above(T v, int by) { return __shfl_down_sync(0xffffffffu, v, by); }
template <class T> GPU_WORD T from_below(T v, int by) { return __shfl_up_sync(0xffffffffu, v, by); }
GPU_WORD void lanes_meet() { __syncwarp(); }

#define prefetch(at) asm volatile("prefetch.global.L2 [%0];" ::"l"(at)) /* into the L2 cache; as macros, these two leave PTX as it is by hand */
/* Copies from memory into a block's shared memory that go on while the thread works: a few bytes, or 16, both ends aligned. A thread
 * closes what it started into groups, and waits until all but the last so many groups are there. */
template <int bytes> GPU_WORD void copy_near(void *to, const void *from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "n"(bytes) : "memory");
}
GPU_WORD void wait_copies() { asm volatile("cp.async.wait_all;" ::: "memory"); }
GPU_WORD void copy_ahead(void *to, const void *from) {
    asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
GPU_WORD void close_group() { asm volatile("cp.async.commit_group;" : : : "memory"); }
template <int left> GPU_WORD void wait_groups() { asm volatile("cp.async.wait_group %0;" : : "n"(left) : "memory"); }
/* Reads that say whether somebody reads the same again soon: the second cache keeps that, and lets go first of what is read once. */
struct staying {
    unsigned long long policy;
};
GPU_WORD staying read_once() {
    staying s;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(s.policy));
    return s;
}
GPU_WORD staying read_again() {
    staying s;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(s.policy));
    return s;
}
GPU_WORD void load_staying(const float *p, float (&v)[4], staying s) {
    asm volatile("ld.global.nc.L2::cache_hint.v4.f32 {%0, %1, %2, %3}, [%4], %5;" : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]) : "l"(p), "l"(s.policy));
}
GPU_WORD void load_staying(const double *p, double (&v)[2], staying s) {
    asm volatile("ld.global.nc.L2::cache_hint.v2.f64 {%0, %1}, [%2], %3;" : "=d"(v[0]), "=d"(v[1]) : "l"(p), "l"(s.policy));
}

/* The chip's own starts, 20 bits (denormals count as 0) and 18 bits. */
GPU_WORD double rough_reciprocal(double a) {
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}
GPU_WORD double rough_inverse_sqrt(double a) {
    double r;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    return r;
}
GPU_WORD float third_root_inverse(float x) {
    float y;
    asm("{ .reg .f32 l; lg2.approx.ftz.f32 l, %1; mul.f32 l, l, 0fBEAAAAAB; ex2.approx.ftz.f32 %0, l; }" : "=f"(y) : "f"(x));
    return y;
}
/* A value as if it had been stored and read again: the compiler cannot contract the product that it may be into a sum after it. */
GPU_WORD double kept(double v) {
    asm("" : "+d"(v));
    return v;
}
GPU_WORD float kept(float v) {
    asm("" : "+f"(v));
    return v;
}
GPU_WORD void end_of_trip() {}

/* c += a b by the unit for matrices: two tiles of 8 points by 8 columns over 4 species; fragments as PTX's mma.m8n8k4 has them. */
GPU_WORD void multiply_tiles(double (&c)[4], double a, double lower_a, double b) {
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3]) : "d"(a), "d"(lower_a), "d"(b));
#else
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(c[0]), "+d"(c[1]) : "d"(a), "d"(b));
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(c[2]), "+d"(c[3]) : "d"(lower_a), "d"(b));
#endif
}

/* Words that kernels of several processes write and read: what was stored before publish is there for whoever has seen a word that is
 * marked after it. The fence waits until stores in the memory of other GPUs have arrived. One serves all words that are marked after it. */
GPU_WORD void publish() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }
GPU_WORD void mark(unsigned long long *word, unsigned long long value) {
    asm volatile("st.relaxed.sys.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}
GPU_WORD unsigned long long told(const unsigned long long *word) {
    unsigned long long value;
    asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
}
GPU_WORD unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}
GPU_WORD void rest() { asm volatile("nanosleep.u32 40;"); }
#endif
#endif
