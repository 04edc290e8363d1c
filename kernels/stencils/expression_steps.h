/* Threaded code: each instruction of a program has a handler, which computes the points of a block in accumulators and jumps to the
 * handler of the next instruction. The last instruction has a handler that stores instead, and goes on with the next block.
 *
 * A block has four pieces, each anywhere in memory. A piece is one register, or two where registers are shorter: then a handler does twice
 * as much for what it costs to come to it. */
#if defined(ISA_AVX512)
enum { piece_registers = 1 };
#define EACH_ACCUMULATOR(M) M(0), M(1), M(2), M(3)
#else
enum { piece_registers = 2 };
#define EACH_ACCUMULATOR(M) M(0), M(1), M(2), M(3), M(4), M(5), M(6), M(7)
#endif
enum { piece_count = 4, register_count = piece_count * piece_registers, piece_bytes = piece_registers * SIMD_BYTES };

/* As stencils/program.go writes them; operands are numbers of places. */
struct instruction {
    unsigned short form, operand[4], n, unused[2];
};
/* What a program works on. place: of a field its point (0,0,0), or a neighbour of that; of a number itself; of a temporary or a field
 * apart four addresses. */
enum { field_places = 32, number_places = 64, temporary_places = 32, apart_places = field_places + 1,
       temporaries_from = field_places + number_places, apart_from = temporaries_from + temporary_places, all_places = apart_from + apart_places };
struct four {
    char *at[4];
};
/* Four pieces: how far each is from the unit's first point along fields of the home's strides, and in which row of the unit. */
struct block {
    long offset[piece_count];
    int row[piece_count];
    long ending;
};
struct surroundings {
    const void *place[all_places];
    char *out;       /* point (0,0,0) of the field that is written */
    four *out_apart; /* where it has strides of its own */
    long ending;     /* of the block at hand: 0, or bits of what follows */
    long tail;       /* points of the piece that ends a row */
    const sweep *stencils; /* of its instructions that are one */
    sum_in_units *totals;
    /* The blocks that follow this one, the byte from which on their offsets count, and where a program begins. */
    const block *next, *behind;
    long from;
    const instruction *first;
    const void *begin;
};
/* Bits 0 to 3: the piece of that number ends a row and is not full. */
enum { ending_past = 16, ending_apart = 32 };

/* o0..o3: the pieces' distances from point (0,0,0) in bytes; a0, a1, ...: the accumulators */
#define ACCUMULATOR_TYPE(k) typename register_of<T>::type
#define ACCUMULATOR(k) typename register_of<T>::type a##k
#define ACCUMULATOR_NAME(k) a##k
#define ELEMENT(k) r[k]
#define STEP_ARGUMENTS_OF(accumulator) const instruction *ip, surroundings *s, long o0, long o1, long o2, long o3, EACH_ACCUMULATOR(accumulator)
#define STEP_ARGUMENTS STEP_ARGUMENTS_OF(ACCUMULATOR)
#define DOUBLE_ACCUMULATOR(k) native_double a##k
#define ALL_ACCUMULATORS EACH_ACCUMULATOR(ACCUMULATOR_NAME)
template <class T> using handler = void (*)(const instruction *, surroundings *, long, long, long, long, EACH_ACCUMULATOR(ACCUMULATOR_TYPE));
template <class T> struct handlers {
    static const handler<T> of_form[];
};
#define NEXT_STEP handlers<T>::of_form[ip[1].form](ip + 1, s, o0, o1, o2, o3, EACH_ACCUMULATOR(ELEMENT))

/* A program ends by beginning with the next block. */
template <class T> __attribute__((noipa)) void next_block(STEP_ARGUMENTS) {
    (void)ip, (void)o0, (void)o1, (void)o2, (void)o3;
    const block *b = s->next;
    if (b == s->behind) return;
    s->next = b + 1, s->ending = b->ending;
    const long from = s->from;
    ((handler<T>)s->begin)(s->first, s, from + b->offset[0], from + b->offset[1], from + b->offset[2], from + b->offset[3], ALL_ACCUMULATORS);
}
#define NEXT_BLOCK next_block<T>(ip, s, o0, o1, o2, o3, EACH_ACCUMULATOR(ELEMENT))

/* Where an operand is: two bits each, the first operand lowest. */
enum { at_O, at_F, at_N, at_P };
#define KIND(name, x, y, z, w) kind_##name = at_##x | at_##y << 2 | at_##z << 4 | at_##w << 6
#define KINDS(x, y) KIND(x##y, x, y, O, O)
enum { KIND(O, O, O, O, O), KIND(F, F, O, O, O), KIND(N, N, O, O, O), KIND(P, P, O, O, O),
       KINDS(F, F), KINDS(F, N), KINDS(F, P), KINDS(N, F), KINDS(N, N), KINDS(N, P), KINDS(P, F), KINDS(P, N), KINDS(P, P),
       KIND(FFF, F, F, F, O), KIND(NFF, N, F, F, O), KIND(FFN, F, F, N, O), KIND(FNF, F, N, F, O), KIND(FNN, F, N, N, O), KIND(NNF, N, N, F, O),
       KIND(FFFF, F, F, F, F), KIND(FFFN, F, F, F, N), KIND(FFNF, F, F, N, F), KIND(FNFF, F, N, F, F), KIND(FNFN, F, N, F, N),
       KIND(FNNF, F, N, N, F), KIND(NFFF, N, F, F, F), KIND(NFFN, N, F, F, N), KIND(NFNF, N, F, N, F) };
#undef KIND
#undef KINDS

template <class T, int kind> struct operand { /* none */
    typedef typename register_of<T>::type V;
    member operand(const void *) {}
    member V at(int, long) const { return V{}; }
};
template <class T> struct operand<T, at_F> {
    const char *p;
    member operand(const void *place) : p((const char *)place) {}
    member auto at(int k, long offset) const { return load<lanes<T>>((const T *)(p + offset + k % piece_registers * SIMD_BYTES)).v; }
};
template <class T> struct operand<T, at_N> {
    typename register_of<T>::type v;
    member operand(const void *place) : v(broadcast<typename register_of<T>::type>(*(const T *)place)) {}
    member auto at(int, long) const { return v; }
};
template <class T> struct operand<T, at_P> {
    const four *p;
    member operand(const void *place) : p((const four *)place) {}
    member auto at(int k, long) const { return load<lanes<T>>((const T *)(p->at[k / piece_registers] + k % piece_registers * SIMD_BYTES)).v; }
};

#define FORM(name, kinds, ...)                                                       \
    struct form_##name {                                                             \
        template <class V> static member V value(V a, V x, V y, V z, V w, long n) {  \
            (void)a, (void)x, (void)y, (void)z, (void)w, (void)n;                    \
            return __VA_ARGS__;                                                      \
        }                                                                            \
    };
#define OWN_FORM(name)
#define STENCIL_FORM(name, ...)
#include "expression_forms.h"
#undef FORM
#undef OWN_FORM
#undef STENCIL_FORM

/* The accumulators go into a temporary and stay. */
template <class T, bool> void keep(STEP_ARGUMENTS) {
    typedef typename register_of<T>::type V;
    const four *to = (const four *)s->place[ip->operand[0]];
    const V r[register_count] = {ALL_ACCUMULATORS};
    unrolled for (int k = 0; k < register_count; k++) *(V *)(to->at[k / piece_registers] + k % piece_registers * SIMD_BYTES) = r[k];
    NEXT_STEP;
}

/* The first n points of a register. */
#if defined(ISA_AVX512)
function void put_first(double *p, native_double v, long n) { _mm512_mask_storeu_pd(p, (__mmask8)((1u << n) - 1), (__m512d)v); }
function void put_first(float *p, native_float v, long n) { _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), (__m512)v); }
#elif defined(__x86_64__)
function void put_first(double *p, __m128d v, long) { _mm_store_sd(p, v); }
function void put_first(float *p, __m128 v, long n) {
    if (n & 2) _mm_storel_pi((__m64 *)p, v), v = _mm_movehl_ps(v, v), p += 2;
    if (n & 1) _mm_store_ss(p, v);
}
#if defined(ISA_AVX2)
function void put_first(double *p, native_double v, long n) {
    __m128d half = _mm256_castpd256_pd128((__m256d)v);
    if (n & 2) _mm_storeu_pd(p, half), half = _mm256_extractf128_pd((__m256d)v, 1), p += 2;
    if (n & 1) put_first(p, half, 1);
}
function void put_first(float *p, native_float v, long n) {
    __m128 half = _mm256_castps256_ps128((__m256)v);
    if (n & 4) _mm_storeu_ps(p, half), half = _mm256_extractf128_ps((__m256)v, 1), p += 4;
    put_first(p, half, n & 3);
}
#endif
#else
template <class T, class V> function void put_first(T *p, V v, long n) {
    for (long i = 0; i < n; i++) p[i] = v[i];
}
#endif

/* A piece that ends a row: the n points that are the row's. n is read here: of what the compiler knows from another piece it would
 * make a path of its own for each case, with registers to save. */
template <class T, class V> function void put_tail(T *to, const V *v, long n) {
    const long wide = SIMD_BYTES / sizeof(T);
    __asm__("" : "+r"(n));
    if (piece_registers == 1 || n < wide) {
        put_first(to, v[0], n);
        return;
    }
    put<false>(to, lanes<T>{v[0]});
    if (n > wide) put_first(to + wide, v[piece_registers - 1], n - wide);
}
/* Pieces of which some end a row; past the caches where that is asked. */
template <class T, bool past, class V> function void put_pieces(const surroundings *s, char *t0, char *t1, char *t2, char *t3, const V (&r)[register_count]) {
    char *const to[piece_count] = {t0, t1, t2, t3};
    unrolled for (int k = 0; k < piece_count; k++) {
        if (s->ending >> k & 1) {
            put_tail((T *)to[k], r + k * piece_registers, s->tail);
            continue;
        }
        unrolled for (int q = 0; q < piece_registers; q++) put<past>((T *)(to[k] + q * SIMD_BYTES), lanes<T>{r[k * piece_registers + q]});
    }
}
/* Whole pieces. */
template <class T, bool past, class V> function void put_whole(char *to, long o0, long o1, long o2, long o3, const V (&r)[register_count]) {
    const long o[piece_count] = {o0, o1, o2, o3};
    unrolled for (int k = 0; k < register_count; k++) put<past>((T *)(to + o[k / piece_registers] + k % piece_registers * SIMD_BYTES), lanes<T>{r[k]});
}

/* The end of a block that needs more than plain stores: past the caches, of a row, or to a field that has strides of its own. What
 * happens often has nothing to keep on the stack: one handler for all took 1.1 times as long in rows of 29 points. */
template <class T> __attribute__((noipa)) void store_rows(STEP_ARGUMENTS) {
    const typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
    put_pieces<T, false>(s, s->out + o0, s->out + o1, s->out + o2, s->out + o3, r);
    NEXT_BLOCK;
}
template <class T> __attribute__((noipa)) void store_apart(STEP_ARGUMENTS) {
    const typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
    char *to[piece_count] = {s->out + o0, s->out + o1, s->out + o2, s->out + o3};
    if (s->ending & ending_apart) unrolled for (int k = 0; k < piece_count; k++) to[k] = s->out_apart->at[k];
    if (s->ending & ending_past) put_pieces<T, true>(s, to[0], to[1], to[2], to[3], r);
    else put_pieces<T, false>(s, to[0], to[1], to[2], to[3], r);
    NEXT_BLOCK;
}
template <class T> __attribute__((noipa)) void store(STEP_ARGUMENTS) {
    const typename register_of<T>::type r[register_count] = {ALL_ACCUMULATORS};
    if (s->ending < ending_past) {
        store_rows<T>(ip, s, o0, o1, o2, o3, ALL_ACCUMULATORS);
        return;
    }
    if (s->ending != ending_past) {
        store_apart<T>(ip, s, o0, o1, o2, o3, ALL_ACCUMULATORS);
        return;
    }
    put_whole<T, true>(s->out, o0, o1, o2, o3, r);
    NEXT_BLOCK;
}

template <class T, class Form, int kinds, bool last> void step(STEP_ARGUMENTS) {
    typedef typename register_of<T>::type V;
    const operand<T, (kinds & 3)> x(s->place[ip->operand[0]]);
    const operand<T, (kinds >> 2 & 3)> y(s->place[ip->operand[1]]);
    const operand<T, (kinds >> 4 & 3)> z(s->place[ip->operand[2]]);
    const operand<T, (kinds >> 6 & 3)> w(s->place[ip->operand[3]]);
    const long n = ip->n;
    const long o[piece_count] = {o0, o1, o2, o3};
    V r[register_count] = {ALL_ACCUMULATORS};
    unrolled for (int k = 0; k < register_count; k++) {
        const long at = o[k / piece_registers];
        r[k] = Form::value(r[k], x.at(k, at), y.at(k, at), z.at(k, at), w.at(k, at), n);
    }
    if (!last) {
        NEXT_STEP;
        return;
    }
    if (s->ending) {
        store<T>(ip, s, o0, o1, o2, o3, EACH_ACCUMULATOR(ELEMENT));
        return;
    }
    put_whole<T, false>(s->out, o0, o1, o2, o3, r);
    NEXT_BLOCK;
}

#include "expression_stencils.h"
#include "expression_totals.h"

/* The table: a line of expression_forms.h gives one handler for each of its kinds; after all of them come those that end a program, in the
 * same order. */
#define HANDLER(name, kinds) &step<T, form_##name, kind_##kinds, LAST>,
#define HANDLERS_1(name, k) HANDLER(name, k)
#define HANDLERS_2(name, k, ...) HANDLER(name, k) HANDLERS_1(name, __VA_ARGS__)
#define HANDLERS_3(name, k, ...) HANDLER(name, k) HANDLERS_2(name, __VA_ARGS__)
#define HANDLERS_4(name, k, ...) HANDLER(name, k) HANDLERS_3(name, __VA_ARGS__)
#define HANDLERS_5(name, k, ...) HANDLER(name, k) HANDLERS_4(name, __VA_ARGS__)
#define HANDLERS_6(name, k, ...) HANDLER(name, k) HANDLERS_5(name, __VA_ARGS__)
#define HANDLERS_7(name, k, ...) HANDLER(name, k) HANDLERS_6(name, __VA_ARGS__)
#define HANDLERS_8(name, k, ...) HANDLER(name, k) HANDLERS_7(name, __VA_ARGS__)
#define HANDLERS_9(name, k, ...) HANDLER(name, k) HANDLERS_8(name, __VA_ARGS__)
#define TENTH(a, b, c, d, e, f, g, h, i, j, ...) j
#define COUNTED(...) TENTH(__VA_ARGS__, HANDLERS_9, HANDLERS_8, HANDLERS_7, HANDLERS_6, HANDLERS_5, HANDLERS_4, HANDLERS_3, HANDLERS_2, HANDLERS_1, )
#define CALLED(macro, ...) macro(__VA_ARGS__)
#define BARE(...) __VA_ARGS__
#define FORM(name, kinds, ...) CALLED(COUNTED kinds, name, BARE kinds)
#define OWN_FORM(name) &name<T, LAST>,
#define STENCIL_FORM(name, ...) &__VA_ARGS__,
template <class T> const handler<T> handlers<T>::of_form[] = {
#define LAST false
#include "expression_forms.h"
#undef LAST
#define LAST true
#include "expression_forms.h"
#undef LAST
};
#undef FORM
#undef OWN_FORM
#undef STENCIL_FORM
