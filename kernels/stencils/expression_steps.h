/* Threaded code: each instruction of a program has a handler, which computes the points of four registers in the accumulators a0..a3 and
 * jumps to the handler of the next instruction. The last instruction has a handler that stores instead, and returns. */

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
struct surroundings {
    const void *place[all_places];
    char *out;       /* point (0,0,0) of the field that is written */
    four *out_apart; /* where it has strides of its own */
    long ending;     /* of the block at hand: 0, or bits of what follows */
    long tail;       /* points of the register that ends a row */
};
/* Bits 0 to 3: the register of that number ends a row and is not full. */
enum { ending_past = 16, ending_apart = 32 };

/* o0..o3: the registers' distances from point (0,0,0) in bytes */
#define STEP_TYPES(V) const instruction *, surroundings *, long, long, long, long, V, V, V, V
#define STEP_ARGUMENTS(V) const instruction *ip, surroundings *s, long o0, long o1, long o2, long o3, V a0, V a1, V a2, V a3
template <class T> using handler = void (*)(STEP_TYPES(typename register_of<T>::type));
template <class T> struct handlers {
    static const handler<T> of_form[];
};
#define NEXT_STEP handlers<T>::of_form[ip[1].form](ip + 1, s, o0, o1, o2, o3, r0, r1, r2, r3)

/* Where an operand is: two bits each, the first operand lowest. */
enum { at_O, at_F, at_N, at_P };
#define KIND(name, x, y, z, w) kind_##name = at_##x | at_##y << 2 | at_##z << 4 | at_##w << 6
#define KINDS(x, y) KIND(x##y, x, y, O, O)
enum { KIND(O, O, O, O, O), KIND(F, F, O, O, O), KIND(N, N, O, O, O), KIND(P, P, O, O, O),
       KINDS(F, F), KINDS(F, N), KINDS(F, P), KINDS(N, F), KINDS(N, N), KINDS(N, P), KINDS(P, F), KINDS(P, N), KINDS(P, P),
       KIND(FFF, F, F, F, O), KIND(NFF, N, F, F, O), KIND(FFN, F, F, N, O), KIND(FNF, F, N, F, O), KIND(FNN, F, N, N, O),
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
    member auto at(int, long offset) const { return load<lanes<T>>((const T *)(p + offset)).v; }
};
template <class T> struct operand<T, at_N> {
    typename register_of<T>::type v;
    member operand(const void *place) : v(broadcast<typename register_of<T>::type>(*(const T *)place)) {}
    member auto at(int, long) const { return v; }
};
template <class T> struct operand<T, at_P> {
    const four *p;
    member operand(const void *place) : p((const four *)place) {}
    member auto at(int k, long) const { return load<lanes<T>>((const T *)p->at[k]).v; }
};

#define FORM(name, kinds, ...)                                                       \
    struct form_##name {                                                             \
        template <class V> static member V value(V a, V x, V y, V z, V w, long n) {  \
            (void)a, (void)x, (void)y, (void)z, (void)w, (void)n;                    \
            return __VA_ARGS__;                                                      \
        }                                                                            \
    };
#define OWN_FORM(name)
#include "expression_forms.h"
#undef FORM
#undef OWN_FORM

/* The accumulators go into a temporary and stay. */
template <class T> void keep(STEP_ARGUMENTS(typename register_of<T>::type)) {
    typedef typename register_of<T>::type V;
    const four *to = (const four *)s->place[ip->operand[0]];
    *(V *)to->at[0] = a0, *(V *)to->at[1] = a1, *(V *)to->at[2] = a2, *(V *)to->at[3] = a3;
    const V r0 = a0, r1 = a1, r2 = a2, r3 = a3;
    NEXT_STEP;
}

/* The first n points of a register. */
#if defined(ISA_AVX512)
function void put_first(double *p, native_double v, long n) { _mm512_mask_storeu_pd(p, (__mmask8)((1u << n) - 1), (__m512d)v); }
function void put_first(float *p, native_float v, long n) { _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), (__m512)v); }
#else
template <class T, class V> function void put_first(T *p, V v, long n) {
    for (long i = 0; i < n; i++) p[i] = v[i];
}
#endif

template <class T, class V> function void put_register(surroundings *s, char *to, V v, int k) {
    if (s->ending >> k & 1) put_first((T *)to, v, s->tail);
    else put<false>((T *)to, lanes<T>{v});
}
/* Past the caches, or to a field that has strides of its own. */
template <class T, class V> function void put_further(surroundings *s, char *to, V v, int k) {
    if (s->ending & ending_apart) to = s->out_apart->at[k];
    if (s->ending & ending_past && !(s->ending >> k & 1)) put<true>((T *)to, lanes<T>{v});
    else put_register<T>(s, to, v, k);
}

/* The end of a block that needs more than four stores. */
template <class T> __attribute__((noinline)) void store(STEP_ARGUMENTS(typename register_of<T>::type)) {
    (void)ip;
    char *p0 = s->out + o0, *p1 = s->out + o1, *p2 = s->out + o2, *p3 = s->out + o3;
    if (s->ending < ending_past) put_register<T>(s, p0, a0, 0), put_register<T>(s, p1, a1, 1), put_register<T>(s, p2, a2, 2), put_register<T>(s, p3, a3, 3);
    else put_further<T>(s, p0, a0, 0), put_further<T>(s, p1, a1, 1), put_further<T>(s, p2, a2, 2), put_further<T>(s, p3, a3, 3);
}

template <class T, class Form, int kinds, bool last> void step(STEP_ARGUMENTS(typename register_of<T>::type)) {
    typedef typename register_of<T>::type V;
    const operand<T, (kinds & 3)> x(s->place[ip->operand[0]]);
    const operand<T, (kinds >> 2 & 3)> y(s->place[ip->operand[1]]);
    const operand<T, (kinds >> 4 & 3)> z(s->place[ip->operand[2]]);
    const operand<T, (kinds >> 6 & 3)> w(s->place[ip->operand[3]]);
    const long n = ip->n;
    const V r0 = Form::value(a0, x.at(0, o0), y.at(0, o0), z.at(0, o0), w.at(0, o0), n);
    const V r1 = Form::value(a1, x.at(1, o1), y.at(1, o1), z.at(1, o1), w.at(1, o1), n);
    const V r2 = Form::value(a2, x.at(2, o2), y.at(2, o2), z.at(2, o2), w.at(2, o2), n);
    const V r3 = Form::value(a3, x.at(3, o3), y.at(3, o3), z.at(3, o3), w.at(3, o3), n);
    if (!last) {
        NEXT_STEP;
        return;
    }
    if (s->ending) {
        store<T>(ip, s, o0, o1, o2, o3, r0, r1, r2, r3);
        return;
    }
    put<false>((T *)(s->out + o0), lanes<T>{r0}), put<false>((T *)(s->out + o1), lanes<T>{r1});
    put<false>((T *)(s->out + o2), lanes<T>{r2}), put<false>((T *)(s->out + o3), lanes<T>{r3});
}

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
#define OWN_FORM(name) &name<T>,
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
