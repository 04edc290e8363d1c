/* A user's expression on the CPU: a program of instructions over blocks of points, whose operands are rows of fields, blocks of
 * a number, and blocks of what was computed before. Numbers are those of the sweep, then the constants of the program. The last
 * field is the program, in doubles: how many instructions, constants and numbers of the sweep, the constants, and for each instruction its operation, where it puts the answer, and three operands.
 * Comparisons give 1 or 0. stencils/program.go writes it. */
enum { expression_rows = 8, expression_blocks = 32, expression_constants = 64, expression_points = 128,
       expression_slots = expression_rows + expression_blocks + expression_constants };
enum { op_copy, op_negate, op_add, op_subtract, op_multiply, op_divide, op_less, op_less_equal, op_equal, op_unequal, op_and, op_or, op_not,
       op_select, op_min, op_max, op_abs, op_sqrt, op_power, op_pow, op_exp, op_log, op_sin, op_cos, op_tanh };

function double exp_of(double x) { return __builtin_exp(x); }
function float exp_of(float x) { return __builtin_expf(x); }
function double log_of(double x) { return __builtin_log(x); }
function float log_of(float x) { return __builtin_logf(x); }
function double sin_of(double x) { return __builtin_sin(x); }
function float sin_of(float x) { return __builtin_sinf(x); }
function double cos_of(double x) { return __builtin_cos(x); }
function float cos_of(float x) { return __builtin_cosf(x); }
function double tanh_of(double x) { return __builtin_tanh(x); }
function float tanh_of(float x) { return __builtin_tanhf(x); }
function double sqrt_of(double x) { return __builtin_sqrt(x); }
function float sqrt_of(float x) { return __builtin_sqrtf(x); }
function double pow_of(double x, double y) { return __builtin_pow(x, y); }
function float pow_of(float x, float y) { return __builtin_powf(x, y); }

/* n >= 1: by squaring, as kernels/stencils/gpu/own.h does it */
template <class V> function V power_of(V x, long n) {
    while (n % 2 == 0) x = x * x, n /= 2;
    V r = x;
    for (n /= 2; n > 0; n /= 2) {
        x = x * x;
        if (n % 2) r = r * x;
    }
    return r;
}

template <class T> function void instruct(const double *code, T *const *slot, long n) {
    typedef pack<T> V;
    const long W = PACK_BYTES / sizeof(T);
    T *d = slot[(long)code[1]];
    const T *a = slot[(long)code[2]], *b = slot[(long)code[3]], *c = slot[(long)code[4]];
    const V nought = {}, one = T(1) + nought;
    const long exponent = (long)code[3];
#define EACH_PACK(expression)                                                    \
    for (long i = 0; i < n; i += W) {                                            \
        const V x = load<V>(a + i), y = load<V>(b + i);                          \
        (void)x, (void)y;                                                        \
        V r;                                                                     \
        expression;                                                              \
        put<false>(d + i, r);                                                    \
    }                                                                            \
    break
#define EACH_POINT(expression)                                   \
    for (long i = 0; i < n; i++) {                               \
        const T x = a[i];                                        \
        d[i] = expression;                                       \
    }                                                            \
    break
    switch ((int)code[0]) {
    case op_copy: EACH_PACK(r = x);
    case op_negate: EACH_PACK(r.v = -x.v);
    case op_add: EACH_PACK(r = x + y);
    case op_subtract: EACH_PACK(r = x - y);
    case op_multiply: EACH_PACK(r = x * y);
    case op_divide: EACH_PACK(r = x / y);
    case op_less: EACH_PACK(r.v = x.v < y.v ? one.v : nought.v);
    case op_less_equal: EACH_PACK(r.v = x.v <= y.v ? one.v : nought.v);
    case op_equal: EACH_PACK(r.v = x.v == y.v ? one.v : nought.v);
    case op_unequal: EACH_PACK(r.v = x.v != y.v ? one.v : nought.v);
    case op_and: EACH_PACK(r = x * y);
    case op_or: EACH_PACK(r.v = x.v + y.v != nought.v ? one.v : nought.v);
    case op_not: EACH_PACK(r = one - x);
    case op_select: EACH_PACK(r.v = x.v != nought.v ? y.v : load<V>(c + i).v);
    case op_min: EACH_PACK(r.v = x.v < y.v ? x.v : y.v);
    case op_max: EACH_PACK(r.v = x.v > y.v ? x.v : y.v);
    case op_abs: EACH_PACK(r.v = x.v < nought.v ? -x.v : x.v + nought.v);
    case op_power: EACH_PACK(r = power_of(x, exponent));
    case op_sqrt: EACH_POINT(sqrt_of(x));
    case op_pow: EACH_POINT(pow_of(x, b[i]));
    case op_exp: EACH_POINT(exp_of(x));
    case op_log: EACH_POINT(log_of(x));
    case op_sin: EACH_POINT(sin_of(x));
    case op_cos: EACH_POINT(cos_of(x));
    case op_tanh: EACH_POINT(tanh_of(x));
    }
#undef EACH_PACK
#undef EACH_POINT
}

/* option[0]: fields read; the next one is written, and the program follows it */
template <class T> function void expression(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    T *slot[expression_slots];
    const long reads = s.option[0], width = expression_points, W = PACK_BYTES / sizeof(T);
    const double *program = (const double *)s.field[reads + 1], *constants = program + 3, *code = constants + (long)program[1];
    const long instructions = (long)program[0], named = (long)program[2], numbers = named + (long)program[1];
    long used = 1; /* blocks: on the stack of a thread, which may be small, lie no more than the program needs */
    for (long k = 0; k < instructions; k++)
        if (code[5 * k + 1] - expression_rows >= used) used = (long)code[5 * k + 1] - expression_rows + 1;
    alignas(64) T blocks[used + numbers][expression_points];
    for (long k = 0; k < used; k++) slot[expression_rows + k] = blocks[k];
    for (long k = 0; k < numbers; k++) slot[expression_rows + expression_blocks + k] = blocks[used + k];
    for (long k = 0; k < expression_rows; k++) slot[k] = blocks[0]; /* an operand that an operation has not is never loaded from nowhere */
    for (long k = 0; k < numbers; k++)
        for (long i = 0; i < width; i++) blocks[used + k][i] = (T)(k < named ? s.number[k] : constants[k - named]);
    const long tile = s.option[option_tile], planes = s.option[option_planes], tiles = (s.extent[1] + tile - 1) / tile;
    for (long item = begin; item < end; item++) {
        const long y0 = item % tiles * tile, y1 = y0 + tile < s.extent[1] ? y0 + tile : s.extent[1];
        const long z0 = item / tiles * planes, z1 = z0 + planes < s.extent[2] ? z0 + planes : s.extent[2];
        for (long z = z0; z < z1; z++)
            for (long y = y0; y < y1; y++)
                for (long x = 0; x < s.extent[0]; x += width) {
                    const long n = x + width < s.extent[0] ? width : s.extent[0] - x, whole = (n + W - 1) / W * W;
                    for (long f = 0; f < reads; f++) slot[f] = row_of<T>(s, (int)f, y, z) + x;
                    T *out = row_of<T>(s, (int)reads, y, z) + x;
                    slot[reads] = whole == n ? out : blocks[0]; /* what lies beyond a row's end is not ours */
                    for (long k = 0; k < instructions; k++) instruct<T>(code + 5 * k, slot, whole);
                    if (whole != n) for (long i = 0; i < n; i++) out[i] = blocks[0][i];
                }
    }
}
