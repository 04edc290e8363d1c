/* kernels/gpu/gpu.h for a host: FAKE_LANES threads run in step. A text whose threads wait for each other has a fiber for each; in others
 * a warp is the one thread that runs. What is copied ahead is there at once, and there is no cache to tell. */
#ifndef FAKE_GPU_H
#define FAKE_GPU_H
#ifndef FAKE_LANES
#define FAKE_LANES 32
#endif
enum { LANES = FAKE_LANES };
#if FAKE_LANES == 64
typedef unsigned long long lane_mask;
#else
typedef unsigned lane_mask;
#endif
#define GPU_WORD static inline
#define MATRIX_UNIT 1
#define GPU_TEXT
#define GPU_TEXT_END
extern "C" {
__attribute__((visibility("default"))) int fake_lanes = FAKE_LANES;
int sched_yield(void), clock_gettime(int, void *);
}
#define lane_here() (threadIdx.x % LANES)
static inline lane_mask active_lanes() { return (lane_mask)1 << lane_here(); }
static inline lane_mask lanes_where(lane_mask here, bool c) { return c ? here : 0; }
static inline bool all_active(bool c) { return c; }
static inline unsigned bits_of_lanes(lane_mask, unsigned w) { return w; }
static inline unsigned sum_of_lanes(lane_mask, unsigned w) { return w; }
static inline int first_lane(lane_mask m) { return __builtin_ffsll((long long)m) - 1; }
static inline int count_lanes(lane_mask m) { return __builtin_popcountll(m); }
#ifdef FAKE_FIBERS
template <class T> static inline T from_lane(T value, int from)
{
    const int lane = lane_here(), first = threadIdx.x - lane;
    __builtin_memcpy(&fake_slots[first + lane], &value, sizeof value);
    fake_wait(1);
    T got;
    __builtin_memcpy(&got, &fake_slots[first + from], sizeof got);
    fake_wait(1);
    return got;
}
template <class T> static inline T from_other(T v, int by) { return from_lane(v, lane_here() ^ by); }
template <class T> static inline T from_above(T v, int by) { const int l = lane_here(); return from_lane(v, l + by < LANES ? l + by : l); }
template <class T> static inline T from_below(T v, int by) { const int l = lane_here(); return from_lane(v, l < by ? l : l - by); }
static inline int any_lane(int v)
{
    for (int by = 1; by < LANES; by *= 2) v |= from_other(v, by);
    return v;
}
#endif
static inline void prefetch(const void *) {}
template <int bytes> static inline void copy_near(void *to, const void *from) { __builtin_memcpy(to, from, bytes); }
static inline void copy_ahead(void *to, const void *from) { __builtin_memcpy(to, from, 16); }
static inline void wait_copies() {}
static inline void close_group() {}
template <int left> static inline void wait_groups() {}
struct staying {};
static inline staying read_once() { return {}; }
static inline staying read_again() { return {}; }
template <class T, int n> static inline void load_staying(const T *p, T (&v)[n], staying) { __builtin_memcpy(v, p, sizeof v); }
static inline double rough_reciprocal(double a) { return 1.0 / a; }
static inline double rough_inverse_sqrt(double a) { return rsqrt(a); }
static inline float third_root_inverse(float x) { return 1.0 / cbrt(x); }
static inline double kept(double v) { return v; }
static inline float kept(float v) { return v; }
static inline void end_of_trip() {}
static inline void publish() { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
static inline void mark(unsigned long long *word, unsigned long long value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
static inline unsigned long long told(const unsigned long long *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline unsigned long long nanoseconds()
{
    long t[2];
    clock_gettime(1, t);
    return 1000000000ULL * (unsigned long long)t[0] + (unsigned long long)t[1];
}
static inline void rest() { sched_yield(); }
#endif
