/* What a load or a store through a view does on the GPU before it happens: nothing, or, where a text is compiled
 * with BOUNDS defined (debug=bounds), the check that the view has this component and this point. The number of the
 * view then travels in the upper bits of every address made from it, which no address needs; addresses without
 * one (tiles in shared memory) are not checked. Of the points of a batch that is loaded, the first has to be one of the
 * view: the others may lie behind the last, where device memory has elements to spare. The first access that lies
 * outside is kept for the device to report; such a load gives NaN, such a store is lost. */
#ifdef BOUNDS
/* device/gpu/driver.h has the same structures. */
struct bounds_view {
    unsigned long long begin; /* address of component 0 of point 0 */
    long bytes;               /* of an element */
    long stride[4], count[4]; /* elements, the slowest axis first */
};
struct bounds {
    bounds_view view[32];
    unsigned long long outside; /* accesses that were */
    long number, stored, at[4]; /* the first: view, is it a store, its place along the axes */
};
#ifdef __CUDACC_RTC__
#define VISIBLE
#else /* tests run the texts by g++ */
#define VISIBLE __attribute__((visibility("default")))
#endif
extern "C" {
VISIBLE __device__ bounds drawbridge_bounds;
}
#define BOUNDS_NAN 0x7ff8000000000000ULL
#define BOUNDS_NAN4 BOUNDS_NAN, BOUNDS_NAN, BOUNDS_NAN, BOUNDS_NAN
static __device__ __align__(16) unsigned long long bounds_nan[16] = {BOUNDS_NAN4, BOUNDS_NAN4, BOUNDS_NAN4, BOUNDS_NAN4}, bounds_lost[2];
static constexpr int bounds_shift = 58;

template <class T> function T *tagged(T *at, int view) { return (T *)((unsigned long long)at | (unsigned long long)(view + 1) << bounds_shift); }
template <class T> function T *bare(T *at) { return (T *)((unsigned long long)at & ((1ULL << bounds_shift) - 1)); }

/* Is the element at this address one of its view? */
static __device__ __noinline__ bool inside(unsigned long long address, bool stored) {
    const int number = (int)(address >> bounds_shift) - 1;
    if (number < 0) return true;
    const bounds_view &v = drawbridge_bounds.view[number];
    long rest = (long)((address & ((1ULL << bounds_shift) - 1)) - v.begin) / v.bytes, at[4];
    bool within = true;
    for (int a = 0; a < 4; ++a) {
        at[a] = rest / v.stride[a] - (rest % v.stride[a] < 0);
        rest -= at[a] * v.stride[a];
        within = within && at[a] >= 0 && at[a] < v.count[a];
    }
    within = within && rest == 0;
    if (!within && atomicAdd(&drawbridge_bounds.outside, 1ULL) == 0) {
        drawbridge_bounds.number = number;
        drawbridge_bounds.stored = stored;
        for (int a = 0; a < 4; ++a) drawbridge_bounds.at[a] = at[a];
    }
    return within;
}
template <class T> function const T *readable(const T *at) { return inside((unsigned long long)at, false) ? bare(at) : (const T *)bounds_nan; }
template <class T> function T *writable(T *at) { return inside((unsigned long long)at, true) ? bare(at) : (T *)bounds_lost; }
function double *writable_pair(double *at) {
    double *first = writable(at);
    return inside((unsigned long long)(at + 1), true) ? first : (double *)bounds_lost;
}
#else
template <class T> function T *tagged(T *at, int) { return at; }
template <class T> function const T *readable(const T *at) { return at; }
template <class T> function T *writable(T *at) { return at; }
function double *writable_pair(double *at) { return at; }
#endif
