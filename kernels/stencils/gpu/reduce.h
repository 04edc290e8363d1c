/* One number of the interior of a field. A warp goes along option_tile rows, a block joins what its warps have in a state of exact.h, and
 * adds that to the state in field 1. All of it are whole numbers: no order changes a bit. */
struct into_block {
    long *state;
    member void operator()(int k, long n) const {
        if (n != 0) atomicAdd((unsigned long long *)state + k, (unsigned long long)n);
    }
    member void saw(int place) const { atomicMax((unsigned long long *)state + place, 1ULL); }
};

enum { in_a_batch = 8, most_taken = 2048 };

function double greatest_of_warp(double most) {
    for (int by = 16; by > 0; by /= 2) {
        const double other = __shfl_xor_sync(0xffffffff, most, by);
        most = other > most ? other : most;
    }
    return most;
}

/* Terms of a lane, which are read together. */
struct batch {
    double v[in_a_batch];
};

/* What a lane has of a sum: in units that all lanes of the warp share, as whole numbers. */
struct lane_sum {
    int unit, taken;
    double top, next;
    unsigned long long first, second;
    unsigned long long count;

    member lane_sum() : taken(0), first(0), second(0), count(0) { set(1); }
    member void set(double most) {
        unit = first_unit(most);
        top = rounds_to(unit), next = rounds_to(second_unit(unit));
    }
    /* Adds terms, and tells whether they fit the units. */
    member bool add(const batch &b) {
        unsigned long long far = 0;
        bool rest = false;
        unrolled for (int i = 0; i < in_a_batch; i++) {
            const double t = top + b.v[i], left = b.v[i] - (t - top), u = next + left;
            first += (unsigned long long)bits_of(t), second += (unsigned long long)bits_of(u);
            far |= (unsigned long long)(bits_of(t) ^ bits_of(top));
            rest = rest || u - next != left;
        }
        count += in_a_batch;
        return far >> 52 == 0 && (!rest || second_unit(unit) == floor_exponent);
    }
    /* Adds terms of all lanes. fresh: no units are chosen yet. */
    member void take(const batch &b, bool fresh, const into_block &to) {
        if (taken > most_taken - in_a_batch) flush(to);
        const lane_sum before = *this;
        taken += in_a_batch;
        const bool fits = !fresh && add(b);
        if (__any_sync(0xffffffff, !fits)) *this = fitted(before, b, to);
    }
    /* The sum after terms in units that fit the largest one; a lane that has terms too small for those adds them one by one. By value: what
     * a pointer leads to stays in no register. */
    static __noinline__ __device__ lane_sum fitted(lane_sum sum, batch b, into_block to) {
        double most = 0;
        sum.flush(to);
        for (int i = 0; i < in_a_batch; i++) most = fabs(b.v[i]) > most ? fabs(b.v[i]) : most;
        sum.set(greatest_of_warp(most));
        sum.taken = in_a_batch;
        if (sum.add(b)) return sum;
        sum.first = sum.second = sum.count = 0;
        for (int i = 0; i < in_a_batch; i++) add_term(to, b.v[i]);
        return sum;
    }
    member void of_warp(unsigned long long sum, double base, int exponent, const into_block &to) {
        sum -= count * (unsigned long long)bits_of(base);
        long low = (long)(sum & 0xffffffffu), high = (long)sum >> 32;
        for (int by = 16; by > 0; by /= 2) {
            low += __shfl_xor_sync(0xffffffff, low, by);
            high += __shfl_xor_sync(0xffffffff, high, by);
        }
        if (threadIdx.x % 32 != 0) return;
        add_units(to, low, exponent);
        add_units(to, high, exponent + 32);
    }
    member void flush(const into_block &to) {
        of_warp(first, top, unit, to);
        of_warp(second, next, second_unit(unit), to);
        first = second = count = 0, taken = 0;
    }
};

template <int kind> function double no_point() { return is_extreme(kind) ? -1.0 / 0.0 : 0; }

/* The term of a point, which no later addition may take in; that of min is -x. */
template <int kind> function double term_of(double x, double y) {
    return kind == reduce_dot ? __dmul_rn(x, y) : kind == reduce_norm2 ? __dmul_rn(x, x) : kind == reduce_min ? -x : kind == reduce_norm1 || kind == reduce_norm_inf ? fabs(x) : x;
}

/* The greatest term of all lanes of a warp, and whether one of them is none. */
struct lane_extreme {
    double most;
    int bad;
    member lane_extreme() : most(-1.0 / 0.0), bad(0) {}
    member void take(const batch &b, bool, const into_block &) {
        unrolled for (int i = 0; i < in_a_batch; i++) {
            most = b.v[i] > most ? b.v[i] : most;
            bad |= b.v[i] != b.v[i];
        }
    }
    member void flush(const into_block &to) {
        most = greatest_of_warp(most);
        bad = __any_sync(0xffffffff, bad);
        if (threadIdx.x % 32 != 0) return;
        atomicMax((unsigned long long *)to.state + place_most, (unsigned long long)ordered(most));
        if (bad) to.saw(place_nan);
    }
};

template <class T, int kind, class Lane> function void go_along(const sweep &s, long row, const long end, const into_block &to) {
    Lane lane;
    long x = threadIdx.x % 32, y = row % s.extent[1], z = row / s.extent[1];
    for (bool fresh = true; row < end; fresh = false) { /* all lanes go on together */
        batch next;
        unrolled for (int i = 0; i < in_a_batch; i++) {
            next.v[i] = no_point<kind>();
            if (row < end && x < s.extent[0]) {
                const T *a = row_of<T>(s, 0, y, z), *b = kind == reduce_dot ? row_of<T>(s, 2, y, z) : a;
                next.v[i] = term_of<kind>(a[x], b[x]);
            }
            x += 32;
            if (x - (long)(threadIdx.x % 32) < s.extent[0]) continue;
            x = threadIdx.x % 32, row++;
            if (++y == s.extent[1]) y = 0, z++;
        }
        lane.take(next, fresh, to);
    }
    lane.flush(to);
}

template <int kind, bool extreme> struct lane_of {
    typedef lane_sum type;
};
template <int kind> struct lane_of<kind, true> {
    typedef lane_extreme type;
};

template <class T, int kind> function void reduce_rows(const sweep &s) {
    const long rows = s.extent[1] * s.extent[2], tile = s.option[option_tile];
    const long first = ((long)blockIdx.x * (THREADS / 32) + threadIdx.x / 32) * tile, last = first + tile < rows ? first + tile : rows;
    long *state = (long *)block_memory;
    for (int k = threadIdx.x; k < state_places; k += THREADS) state[k] = 0;
    __syncthreads();
    if (first < rows) go_along<T, kind, typename lane_of<kind, is_extreme(kind)>::type>(s, first, last, into_block{state});
    __syncthreads();
    const into_block all{(long *)s.field[1]};
    for (int k = threadIdx.x; k < state_places; k += THREADS) {
        if (k < limbs) all(k, in_order(state, k));
        else if (state[k] != 0) atomicMax((unsigned long long *)all.state + k, (unsigned long long)state[k]);
    }
}

/* The number that the state in field 0 stands for, as cell option[0]. The state is that of no points after it. One block. */
template <int kind> function void reduce_end(const sweep &s) {
    long *given = (long *)s.field[0], *state = (long *)block_memory;
    for (int k = threadIdx.x; k < state_places; k += THREADS) state[k] = given[k], given[k] = 0;
    __syncthreads();
    if (threadIdx.x == 0) s.cells[s.option[0]] = answer_of<kind>(state);
}
