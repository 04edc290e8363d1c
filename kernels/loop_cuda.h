/* The loop over points on the GPU: consecutive threads work on consecutive points, JAM points a thread,
 * whatever the layout of the views. The types of a kernel's arguments say what to do with its views, in
 * their order, as in loop_host.h. NVRTC compiles this after all.h. A text defines
 *   SPECIES_COUNT             see dialect.h
 *   THREADS                   threads of a block
 *   RESIDENT                  blocks that a multiprocessor shall hold at least: bounds the registers
 *   PRESENT                   bit v: view v is there; what is not there is neither loaded nor computed for
 *   SCALED                    bit v: view v is in another unit than the kernel's (launch_cuda.h); others cost nothing
 *   GIVEN_STATE_NUMBER, GIVEN_COMPOSITION_NUMBER, GIVEN_CLOSING   what is given in the place of T, P and mass fractions (inputs.h)
 *   UNIT_POINTS               1: the points of every view lie side by side (JAM beyond 1 needs it: a thread
 *                             then reads up to JAM - 1 points beyond n: the device's memory has so many to spare)
 *   ROWS                      1: views lie in rows, each as far from the next as its own halo wants. Every row is dealt out
 *                             in JAM points a thread; what a thread reads beyond the end of one is its halo or its padding
 *   PARAMETERS_SHARED         where the parameters lie, see parts.h
 *   BOUNDS                    see bounds.h
 *   TEAM                      threads that share the species of a point, a power of two; JAM is then 1
 *   OWN_SET                   1: each point takes its own set of polynomials by its address in shared memory
 *   MASS_PASS                 columns of the mass matrix's factor that are taken in one pass (chung_sums.h)
 *   TRANSLATED                0: the volume of the mixture is not translated (composition.h); 1: it may be
 *   AHEAD                     rows that are asked for ahead of their use, in a thread with few registers for them
 *   NEXT                      1: the next UNROLL rows are on their way while these are summed (one_pass.h)
 *   LATER                     1: the inputs of a thread's next point are asked for, into the L2 cache, before this one's work
 *   MATRIX                    1: the sums over the species by the matrix unit (matrix_gpu.h); JAM and TEAM are then 1
 *   STAGED                    0: a row is read where it lies; 1: the rows of a block's points are first
 *                             copied into shared memory, all at once, for kernels that read them again
 * LAUNCHABLE(name) makes one kernel of list.h launchable by its plain name. */

#ifndef ROWS
#define ROWS 0
#endif
#ifndef SCALED
#define SCALED 0
#endif

#include "launch_cuda.h"
#include "composition_gpu.h"

/* Words of flags: points whose flag is not 0; points that carry bit b; the lowest of them, t, as ~t (0: none). device/flags.go has the same. */
enum flag_counts { FLAGGED = 0, CARRY = 1, LOWEST = 33, FLAG_WORDS = 65 };

function long within(long t, long n) { return t < n ? t : n - 1; }

/* Where a thread's point lies, the first of JAM. */
#if ROWS
function unsigned threads_of_row(const launch &l) { return (unsigned)(l.extent[0] + JAM - 1) / JAM; }
function long all_points(const launch &l) { return l.n / l.extent[0] * threads_of_row(l) * JAM; } /* rows end with whole threads */
struct place {
    long x, y, z;
    member place(const launch &l, long t) {
        const unsigned thread = (unsigned)(t / JAM), each = threads_of_row(l), line = thread / each, rows = (unsigned)l.extent[1];
        x = (long)(thread - line * each) * JAM;
        y = line % rows;
        z = line / rows;
    }
    member long element(const launch &l, int v) const { return (UNIT_POINTS ? x : x * l.point[v]) + y * l.row[v] + z * l.plane[v]; }
    member long left(const launch &l) const { return l.extent[0] - x; }
    member long number(const launch &l) const { return x + l.extent[0] * (y + l.extent[1] * z); }
};
#else
function long all_points(const launch &l) { return l.n; }
struct place {
    long t;
    member place(const launch &, long t) : t(t) {}
    member long element(const launch &l, int v) const { return UNIT_POINTS ? t : t * l.point[v]; }
    member long left(const launch &l) const { return l.n - t; }
    member long number(const launch &) const { return t; }
};
#endif

/* What a thread does in one trip of its block over the points: its point and that of the next trip. */
struct trip {
    place point, next;
    bool first, last;
};

struct view {
    double *at; /* component 0 of this thread's point; null: NaN in, nowhere out */
    long component_stride, later = 0; /* doubles */
    bool scaled;
    double factor, shift;
    bool first = true, last = true;   /* see row in dialect.h */
    member view(const launch &l, int v, const place &p)
        : at(PRESENT >> v & 1 ? tagged(l.data[v], v) + p.element(l, v) : nullptr), component_stride(l.component[v]), scaled(SCALED >> v & 1),
          factor(l.factor[v]), shift(l.shift[v]) {}
    member real converted(real x) const { return scaled ? real(x * factor + shift) : x; }
    member view(const launch &l, int v, const trip &at) : view(l, v, at.point) {
        later = at.next.element(l, v) - at.point.element(l, v);
        first = at.first;
        last = at.last;
    }
};

template <class T> struct slot;
/* The next point's inputs, into the L2 cache, while this one's are worked on: fewer warps then have to wait. */
template <class T> function void ask_later(slot<T> *, const view &) {}
function void ask_later(slot<real> *, const view &v) {
    if (v.at) ask(v.at);
}
function void ask_later(slot<row> *, const view &v) {
    constexpr long rows = BY_MATRIX ? 0 : SPECIES_COUNT - GIVEN_CLOSING; /* the matrix unit has its own way */
    if (MAY_BE_ABSENT && !v.at) return;
    all_unrolled for (long i = 0; i < rows; ++i) ask(v.at + i * v.component_stride);
}

template <> struct slot<real> {
    real value;
    member slot(const view &v) : value(v.at ? v.converted(load(v.at)) : not_a_number()) {}
    member operator real() const { return value; }
    member void finish(const view &, int) const {}
};

#ifdef __CUDACC_RTC__
#define FIRST_OF_BLOCK threadIdx.x
#define STEP_OF_BLOCK THREADS
#else /* tests run one thread at a time by g++ */
#define FIRST_OF_BLOCK 0
#define STEP_OF_BLOCK 1
#endif

#if STAGED
/* A tile [species][thread]: each thread copies its own column and reads no other, so nobody waits. */
extern __shared__ double tile[];
function row staged(const view &v, double *column) {
    if (MAY_BE_ABSENT && !v.at) return row{nullptr, 0};
    for (long i = 0; i < SPECIES_COUNT; ++i)
#if defined(__CUDACC_RTC__) && !defined(BOUNDS)
        copy_near<8 * JAM>(column + i * JAM * THREADS, v.at + i * v.component_stride);
    wait_copies();
#else /* checked, or run by g++ in tests */
        store((double *)column + i * JAM * THREADS, load(v.at + i * v.component_stride));
#endif
    return row{column, JAM * THREADS};
}
#else
function row staged(const view &v, const double *) {
    row r;
    r.at = v.at;
    r.stride = v.component_stride;
    r.later = v.later;
    r.first = v.first;
    r.last = v.last;
    return r;
}
static constexpr double *tile = nullptr;
#endif

template <> struct slot<row> {
    row value;
    member slot(const view &v) : value(staged(v, tile + (STAGED ? JAM * threadIdx.x : 0))) {
#if CONVERTED_ROW
        value.in_unit = v.scaled, value.factor = v.factor, value.shift = v.shift;
#endif
    }
    member operator row() const { return value; }
    member void finish(const view &, int) const {}
};

template <> struct slot<real &> {
    real value;
    member slot(const view &) {}
    member operator real &() { return value; }
    member void finish(const view &v, int count) const { store_asked(v.at, v.converted(value), v.at ? count : 0); }
};

template <> struct slot<output> {
    output value;
    member slot(const view &v) : value{v.at, 0, v.scaled, v.factor, v.shift} {}
    member operator output() const { return value; }
    member void finish(const view &, int) const {}
};

template <> struct slot<output_row> {
    output_row value;
    member slot(const view &v) : value{v.at, v.component_stride, 0} {}
    member operator output_row() const { return value; }
    member void finish(const view &v, int count) const { /* kernels read back what they stored, so it is converted at the end */
        if (v.scaled && v.at && count > 0)
            for (long i = 0; i < SPECIES_COUNT; ++i) {
                double *at = v.at + i * v.component_stride;
                store_asked(at, v.converted(load(at)), count);
            }
    }
};

/* How many points of a thread there are: what is stored while the kernel runs must know before. */
template <class T> function void count_points(slot<T> &, int) {}
function void count_points(slot<output> &s, int count) { s.value.asked = s.value.at ? count : 0; }
function void count_points(slot<output_row> &s, int count) { s.value.asked = s.value.at ? count : 0; }

template <int... I> struct indices {};
template <int n, int... I> struct count_to : count_to<n - 1, n - 1, I...> {};
template <int... I> struct count_to<0, I...> { typedef indices<I...> type; };

/* Adds the bits that a thread's points carry, those of `flagged` among JAM: one addition per warp and bit. Hardly ever called. */
function void count_flags(const launch &l, long first, const real &words, unsigned flagged) {
    double each[JAM];
    store_asked(each, words, JAM);
    all_unrolled for (int k = 0; k < JAM; ++k) {
        if (!(flagged >> k & 1)) continue;
        const unsigned word = (unsigned)each[k];
        const lane_mask here = active_lanes();
        for (unsigned all = bits_of_lanes(here, word); all; all &= all - 1) {
            const int bit = __ffs(all) - 1;
            const lane_mask those = lanes_where(here, word >> bit & 1);
            if (lane_here() != first_lane(those)) continue;
            atomicAdd(l.flags + CARRY + bit, (unsigned long long)count_lanes(those));
            atomicMax(l.flags + LOWEST + bit, ~(unsigned long long)(first + k));
        }
    }
}

/* A kernel of (T, P, Yi) that is given something else: the first three arguments become what it wants; the notes of the point. Views
 * beside the kernel's own, the first guess of T, and T and P as outputs, come between its inputs and its outputs. */
static constexpr bool GIVEN = GIVEN_STATE_NUMBER != given_T_P || CONVERTED_ROW;
template <class> constexpr int is_input = 0;
template <> constexpr int is_input<real> = 1;
template <> constexpr int is_input<row> = 1;
template <class... A> constexpr int inputs = (is_input<A> + ... + 0);
template <int argument, class... A> constexpr int view_number = GIVEN && argument >= inputs<A...> ? argument + 3 : argument;

template <class... rest>
function real settle(parameters &p, solution &s, const launch &l, const trip &at, int count, int beside, slot<real> &T, slot<real> &P, slot<row> &Yi, rest &...) {
    real rho = T.value; /* where it is given */
    to_mass_fractions(Yi.value, rho);
    if (GIVEN_STATE_NUMBER == given_T_P) return 0.0;
    if (of_density(GIVEN_STATE_NUMBER)) T.value = rho;
    const view guess(l, beside, at), of_T(l, beside + 1, at.point), of_P(l, beside + 2, at.point);
    solve(p, GIVEN_STATE_NUMBER, T.value, P.value, Yi.value, slot<real>(guess).value, s);
    T.value = s.T;
    P.value = s.P;
    store_asked(of_T.at, of_T.converted(poisoned(s.T, s.failures)), of_T.at ? count : 0);
    store_asked(of_P.at, of_P.converted(poisoned(s.P, s.failures)), of_P.at ? count : 0);
    p.solved = &s;
    return s.notes;
}

template <auto kernel, class... A, int... I> function unsigned run_points(const launch &l, const trip &at, int count, indices<I...>) {
    if (LATER && !at.last) (ask_later((slot<A> *)nullptr, view(l, view_number<I, A...>, at.next)), ...);
    const auto call = [&](slot<A>... slots) {
        parameters p{l.parameters};
        real notes = 0.0;
        solution s;
        if constexpr (GIVEN) notes = settle(p, s, l, at, count, inputs<A...>, slots...);
        (count_points(slots, count), ...);
        const real flags = kernel(p, slots...) + notes;
        (slots.finish(view(l, view_number<I, A...>, at.point), count), ...);
        const view last(l, view_number<(int)sizeof...(A), A...>, at.point);
        store_asked(last.at, flags, last.at ? count : 0);
        const unsigned flagged = bits(!(flags == 0.0)) & ((1u << count) - 1u);
        if (flagged) count_flags(l, at.point.number(l), flags, flagged);
        return flagged;
    };
    return call(slot<A>(view(l, view_number<I, A...>, at))...);
}

template <auto kernel, class... A> function void run(real (*)(const parameters &, A...), const launch &l) {
#if PARAMETERS_SHARED
    if (l.parameters) /* null: the kernel needs none */
        for (long i = FIRST_OF_BLOCK; i < CONSTANT_PART; i += STEP_OF_BLOCK) shared_constants[i] = l.parameters[i];
#endif
    fill_tables(FIRST_OF_BLOCK, STEP_OF_BLOCK);
    fill_matrix(l.parameters);
    __syncthreads();
    unsigned flagged = 0;
    constexpr bool whole = TEAM > 1 || BY_MATRIX;         /* whole warps work: those beyond n on the last point, and store nothing */
    constexpr long each = JAM * THREADS / TEAM;           /* points of a block */
    const long own = JAM * (long)(threadIdx.x / TEAM), step = each * gridDim.x;
    const long n = all_points(l);
    for (long first = each * blockIdx.x + (whole ? 0 : own); first < n; first += step) {
        const long wanted = first + (whole ? own : 0);
        const trip at{place(l, within(wanted, n)), place(l, within(wanted + step, n)), first < step, first + step >= n};
        const long left = ROWS ? at.point.left(l) : n - wanted;
        const int here = JAM > 1 && left < JAM ? (int)left : JAM;
        flagged += __popc(run_points<kernel, A...>(l, at, !whole || (of_team() == 0 && wanted < n) ? here : 0, typename count_to<sizeof...(A)>::type()));
        end_of_trip();
    }
    wait_for_rows();
    const lane_mask here = active_lanes();
    const unsigned sum = sum_of_lanes(here, flagged); /* one addition per warp */
    if (sum && lane_here() == first_lane(here)) atomicAdd(l.flags + FLAGGED, (unsigned long long)sum);
}

#define LAUNCHABLE(name) \
    extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT) launch_##name(const __grid_constant__ launch l) { run<name>(name, l); }
