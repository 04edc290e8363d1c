/* The loop over points on the GPU: one thread per point, whatever the layout of the views; consecutive
 * threads work on consecutive points. The types of a kernel's arguments say what to do with its
 * views, in their order, as in loop_host.h. NVRTC compiles this after all.h, with SPECIES_COUNT
 * defined; LAUNCHABLE(name) makes one kernel of list.h launchable by its plain name. */

/* What a kernel is launched with; device/cuda/driver.h has the same structure. */
struct launch {
    double *data[32];
    long point[32], component[32]; /* strides in doubles */
    const double *parameters;
    long n;
    unsigned long long *flagged; /* counts the points whose flag is not 0 */
};

struct view {
    double *at; /* component 0 of this thread's point; null: NaN in, nowhere out */
    long component_stride;
    member view(const launch &l, int v, long t) : at(l.data[v] ? l.data[v] + t * l.point[v] : nullptr), component_stride(l.component[v]) {}
};

template <class T> struct slot;

template <> struct slot<real> {
    real value;
    member slot(const view &v) : value(v.at ? *v.at : not_a_number()) {}
    member operator real() const { return value; }
    member void finish(const view &) const {}
};

template <> struct slot<row> {
    row value;
    member slot(const view &v) : value{v.at, v.component_stride} {}
    member operator row() const { return value; }
    member void finish(const view &) const {}
};

template <> struct slot<real &> {
    real value;
    member slot(const view &) {}
    member operator real &() { return value; }
    member void finish(const view &v) const {
        if (v.at) *v.at = value;
    }
};

template <> struct slot<output_row> {
    output_row value;
    member slot(const view &v) : value{v.at, v.component_stride, v.at != nullptr} {}
    member operator output_row() const { return value; }
    member void finish(const view &) const {}
};

template <int... I> struct indices {};
template <int n, int... I> struct count_to : count_to<n - 1, n - 1, I...> {};
template <int... I> struct count_to<0, I...> { typedef indices<I...> type; };

template <auto kernel, class... A, int... I> function real run_point(const launch &l, long t, indices<I...>) {
    const parameters p{l.parameters};
    const auto call = [&](slot<A>... slots) {
        const real flags = kernel(p, slots...);
        (slots.finish(view(l, I, t)), ...);
        const view last(l, sizeof...(A), t);
        if (last.at) *last.at = flags;
        return flags;
    };
    return call(slot<A>(view(l, I, t))...);
}

template <auto kernel, class... A> function void run(real (*)(const parameters &, A...), const launch &l) {
    const long t = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= l.n) return;
    const real flags = run_point<kernel, A...>(l, t, typename count_to<sizeof...(A)>::type());
    if (flags != 0.0) atomicAdd(l.flagged, 1ULL);
}

#define LAUNCHABLE(name) \
    extern "C" __global__ void launch_##name(const __grid_constant__ launch l) { run<name>(name, l); }
