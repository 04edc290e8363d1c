/* Stencils as instructions of a program, and stores of one that writes several fields: what a list runs together is one program. */

/* operand[0]: which of the program's stencils. Its sweep holds the field, the axis and the numbers, as the operator's own kernel gets them. */
template <class T, class Operator> void stencil(STEP_ARGUMENTS) {
    typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
    Operator op(s->stencils[ip->operand[0]]);
    const char *point = (const char *)op.s.field[0];
    const long o[piece_count] = {o0, o1, o2, o3};
    for (int k = 0; k < register_count; k++) { /* not written out: the numbers of a wide stencil and its neighbours fill the registers */
        op.u = (const T *)(point + o[k / piece_registers] + k % piece_registers * SIMD_BYTES);
        r[k] = op.template value<lanes<T>>(0).v;
    }
    NEXT_STEP;
}

/* The same written out, of a stencil whose numbers are few. */
template <class T, class Operator> void small_stencil(STEP_ARGUMENTS) {
    typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
    Operator op(s->stencils[ip->operand[0]]);
    const char *point = (const char *)op.s.field[0];
    const long o[piece_count] = {o0, o1, o2, o3};
    unrolled for (int k = 0; k < register_count; k++) {
        op.u = (const T *)(point + o[k / piece_registers] + k % piece_registers * SIMD_BYTES);
        r[k] = op.template value<lanes<T>>(0).v;
    }
    NEXT_STEP;
}

/* The same by a call, so that whoever calls it seldom keeps nothing for it. */
template <class T, class Operator> __attribute__((noipa)) void stencil_apart(STEP_ARGUMENTS) { stencil<T, Operator>(ip, s, o0, o1, o2, o3, ALL_ACCUMULATORS); }

/* The same of a block whose pieces lie above each other in planes that follow each other (stacked_host.h), of any other block one by one. */
template <class T, class Stacked> void stacked(STEP_ARGUMENTS) {
    const sweep &given = s->stencils[ip->operand[0]];
    const long plane = given.plane[0] * (long)sizeof(T);
    if (o1 - o0 != plane || o2 - o1 != plane || o3 - o2 != plane) {
        stencil_apart<T, typename Stacked::one>(ip, s, o0, o1, o2, o3, ALL_ACCUMULATORS);
        return;
    }
    const Stacked op(given);
    typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
    unrolled for (int q = 0; q < piece_registers; q++)
        op.template values<lanes<T>>((const T *)((const char *)given.field[0] + o0 + q * SIMD_BYTES), [&](int j, lanes<T> v) inlined { r[j * piece_registers + q] = v.v; });
    NEXT_STEP;
}

/* Stores the accumulators into a field and goes on: where some pieces end a row, past the caches (if n says so), and to a field of other strides. */
template <class T, bool last> __attribute__((noipa)) void put_apart(STEP_ARGUMENTS) {
    const typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
    char *at = (char *)s->place[ip->operand[0]], *t0 = at + o0, *t1 = at + o1, *t2 = at + o2, *t3 = at + o3;
    if (ip->operand[0] >= apart_from) {
        char *const *own = ((const four *)at)->at;
        t0 = own[0], t1 = own[1], t2 = own[2], t3 = own[3];
    }
    if (ip->n && s->ending & ending_past) put_pieces<T, true>(s, t0, t1, t2, t3, r);
    else put_pieces<T, false>(s, t0, t1, t2, t3, r);
    if (last) NEXT_BLOCK;
    else NEXT_STEP;
}
/* The same of a field with the strides of most. */
template <class T, bool last> void put_home(STEP_ARGUMENTS) {
    const typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
    if (s->ending) {
        put_apart<T, last>(ip, s, o0, o1, o2, o3, ALL_ACCUMULATORS);
        return;
    }
    put_whole<T, false>((char *)s->place[ip->operand[0]], o0, o1, o2, o3, r);
    if (last) NEXT_BLOCK;
    else NEXT_STEP;
}
