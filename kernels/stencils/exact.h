/* What a reduction has added up so far, as whole numbers: any two orders of additions, and any division of the points among threads,
 * blocks, ranks and devices, give the same bits. Each term counts as the nearest multiple of 2^floor_exponent (1e-301), without further
 * rounding; only the whole sum is rounded, once. dot and norm2 add products that are rounded once.
 *
 * A state is state_places whole numbers (sweep.h). States are joined by adding limbs and taking the greatest of the others; all 0: of no points.
 * limb k counts units of 2^(32 k + floor_exponent). Limbs may hold more than 32 bits, and be negative. */
enum { reduce_sum, reduce_min, reduce_max, reduce_norm1, reduce_norm2, reduce_norm_inf, reduce_dot };
function constexpr bool is_extreme(int kind) { return kind == reduce_min || kind == reduce_max || kind == reduce_norm_inf; }
enum { floor_exponent = -1000, highest_unit = 850 };

#ifdef __CUDACC__
function long bits_of(double x) { return __double_as_longlong(x); }
function double as_double(unsigned long bits) { return __longlong_as_double((long)bits); }
function double root_of(double x) { return sqrt(x); }
#else
function long bits_of(double x) {
    long bits;
    __builtin_memcpy(&bits, &x, 8);
    return bits;
}
function double as_double(unsigned long bits) {
    double x;
    __builtin_memcpy(&x, &bits, 8);
    return x;
}
function double root_of(double x) { return __builtin_sqrt(x); }
#endif

/* Adds value 2^exponent; exponent is at least the floor's. ADD(place, n) adds to the state. */
template <class Add> function void add_units(const Add &add, long value, int exponent) {
    const int at = exponent - floor_exponent, k = at >> 5, by = at & 31;
    const unsigned long low = (unsigned long)value << by;
    const long high = by ? value >> (64 - by) : value >> 63;
    if (value == 0) return;
    add(k, (long)(low & 0xffffffffu));
    add(k + 1, (long)(low >> 32));
    add(k + 2, high);
}

/* Limb k of a state, with what limb k-1 has above its 32 bits: so joined, limbs never become too large. */
function long in_order(const long *state, int k) {
    return (k < limbs - 1 ? state[k] & 0xffffffffL : state[k]) + (k > 0 ? state[k - 1] >> 32 : 0);
}

/* Adds one term. */
template <class Add> function void add_term(const Add &add, double x) {
    const long bits = bits_of(x);
    const int biased = (int)(bits >> 52 & 0x7ff);
    long whole = (bits & 0xfffffffffffffL) | 0x10000000000000L;
    int exponent = biased - 1075;
    if (biased == 0x7ff) {
        add.saw((bits & 0xfffffffffffffL) != 0 ? place_nan : bits < 0 ? place_low : place_high);
        return;
    }
    if (exponent < floor_exponent) { /* the nearest multiple, of two the even one */
        const int by = floor_exponent - exponent;
        if (by > 54 || biased == 0) return;
        const long half = 1L << (by - 1), rest = whole & ((half << 1) - 1);
        whole >>= by;
        if (rest > half || (rest == half && (whole & 1))) whole++;
        exponent = floor_exponent;
    }
    add_units(add, bits < 0 ? -whole : whole, exponent);
}

/* 1.5 2^(52 + unit): what is added to it, and is at most 2^51 units large, is rounded to whole units, which are the last bits of the sum. */
function double rounds_to(int unit) {
    return as_double((unsigned long)(unit + 52 + 1023) << 52 | 1UL << 51);
}

/* The first unit for terms of at most a size, with room for 16 times as much; the second one is 2^51 times smaller, or the floor's. */
enum { second_smaller = 51 };
function int first_unit(double most) {
    const int unit = (int)(bits_of(most) >> 52 & 0x7ff) - 1023 - 46;
    return unit > highest_unit ? highest_unit : unit <= floor_exponent ? floor_exponent + 1 : unit;
}
function int second_unit(int first) { return first - second_smaller < floor_exponent ? (int)floor_exponent : first - second_smaller; }

/* An extreme as a whole number above 0, in the order of the values; kinds that look for the least take -x. */
function unsigned long ordered(double x) {
    const unsigned long bits = (unsigned long)bits_of(x);
    return bits >> 63 ? ~bits : bits | 1UL << 63;
}
function double from_ordered(unsigned long key) {
    return as_double(key >> 63 ? key & ~(1UL << 63) : ~key);
}

/* The sum that limbs hold, rounded once, to even; they are brought into order. */
function double rounded_sum(long *limb) {
    long carry = 0;
    for (int k = 0; k < limbs; k++) {
        const long all = limb[k] + carry;
        carry = all >> 32;
        limb[k] = all & 0xffffffffL;
    }
    const bool negative = carry < 0;
    for (int k = 0, one = 1; negative && k < limbs; k++) { /* the size */
        const long all = (~limb[k] & 0xffffffffL) + one;
        one = (int)(all >> 32);
        limb[k] = all & 0xffffffffL;
    }
    int top = limbs - 1;
    while (top >= 0 && limb[top] == 0) top--;
    if (top < 0) return 0;
    /* the highest 64 bits, and whether anything lies below them */
    unsigned long word = (unsigned long)limb[top] << 32 | (unsigned long)(top > 0 ? limb[top - 1] : 0);
    bool below = false;
    int exponent = 32 * (top - 1) + floor_exponent;
    const unsigned long next = top > 1 ? (unsigned long)limb[top - 2] : 0;
    int shift = 0;
    while (!(word >> 63)) word = word << 1 | (next >> (31 - shift) & 1), shift++;
    below = shift < 32 && (next << shift & 0xffffffffUL) != 0;
    for (int k = top - 3; k >= 0; k--) below = below || limb[k] != 0;
    exponent -= shift;
    const unsigned long rest = word & 0x7ff;
    word >>= 11, exponent += 11;
    if (rest > 0x400 || (rest == 0x400 && (below || (word & 1)))) word++;
    if (word >> 53) word >>= 1, exponent++;
    const int biased = exponent + 52 + 1023;
    const unsigned long bits = biased >= 0x7ff ? 0x7ffUL << 52 : (unsigned long)biased << 52 | (word & 0xfffffffffffffUL);
    return as_double(bits | (unsigned long)negative << 63);
}

/* The number that a state stands for. 0 is +0, whatever zeros were seen. */
template <int kind> function double answer_of(long *state) {
    const bool extreme = kind == reduce_min || kind == reduce_max || kind == reduce_norm_inf;
    if (state[place_nan] || (state[place_high] && state[place_low])) return as_double(0x7ff8UL << 48);
    if (extreme) {
        if (state[place_most] == 0) return kind == reduce_norm_inf ? 0 : kind == reduce_min ? as_double(0x7ffUL << 52) : as_double(0xfffUL << 52);
        const double most = from_ordered((unsigned long)state[place_most]);
        return (kind == reduce_min ? -most : most) + 0.0;
    }
    if (state[place_high]) return as_double(0x7ffUL << 52);
    if (state[place_low]) return as_double(0xfffUL << 52);
    const double sum = rounded_sum(state);
    return kind == reduce_norm2 ? root_of(sum) : sum;
}
