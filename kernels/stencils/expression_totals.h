/* Sums of what a program computes, as an instruction: the accumulators are the terms. Of doubles; sums of floats go by themselves.
 * operand[0]: which of the program's sums. */

/* The terms of a block, where some points are none: behind the end of a row, and pieces that repeat the one before. */
template <bool last> __attribute__((noipa)) void total_of_some(STEP_ARGUMENTS_OF(DOUBLE_ACCUMULATOR)) {
    typedef double T;
    const native_double r[register_count] = {ALL_ACCUMULATORS};
    native_double terms[register_count];
    const long o[piece_count] = {o0, o1, o2, o3};
    masks place;
    unrolled for (int i = 0; i < W; i++) place[i] = i;
    unrolled for (int k = 0; k < register_count; k++) {
        const int piece = k / piece_registers;
        const long points = piece > 0 && o[piece] == o[piece - 1] ? 0 : s->ending >> piece & 1 ? s->tail : piece_registers * W;
        terms[k] = (native_double)((masks)r[k] & (place < points - k % piece_registers * W));
    }
    s->totals[ip->operand[0]].add(terms);
    if (last) NEXT_BLOCK;
    else NEXT_STEP;
}
template <class T, bool last> struct total_step {
    static void run(STEP_ARGUMENTS) {
        const typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
        if (last) NEXT_BLOCK;
        else NEXT_STEP;
    }
};
template <bool last> struct total_step<double, last> {
    typedef double T;
    static void run(STEP_ARGUMENTS_OF(DOUBLE_ACCUMULATOR)) {
        const native_double r[register_count] = {ALL_ACCUMULATORS};
        sum_in_units &to = s->totals[ip->operand[0]];
        const bool whole = !(s->ending & 15) && o0 != o1 && o1 != o2 && o2 != o3 && to.vectors <= most_vectors - register_count;
        if (!whole || !to.fits(r)) {
            total_of_some<last>(ip, s, o0, o1, o2, o3, ALL_ACCUMULATORS);
            return;
        }
        if (last) NEXT_BLOCK;
        else NEXT_STEP;
    }
};
template <class T, bool last> void total(STEP_ARGUMENTS) { total_step<T, last>::run(ip, s, o0, o1, o2, o3, ALL_ACCUMULATORS); }
