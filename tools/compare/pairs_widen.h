/* Elements of any type as doubles, for one instruction set; pairs_set.h includes this. Lists are
   padded with zeros to whole vectors. */
namespace PAIRS_SET {

/* An element wherever it lies. */
template <class T> struct __attribute__((packed, may_alias)) loose {
    T value;
};

template <class T> static void widen(const void *from, int64_t n, double *to)
{
    const loose<T> *at = (const loose<T> *)from;
    if (n == RUN) /* a known length lets the compiler use vectors */
        for (int64_t i = 0; i < RUN; i++)
            to[i] = (double)at[i].value;
    else
        for (int64_t i = 0; i < n; i++)
            to[i] = (double)at[i].value;
}

static void as_doubles(int type, const void *from, int64_t n, double *to)
{
    switch (type) {
    case PAIR_F64:
        memcpy(to, from, 8 * (size_t)n);
        break;
    case PAIR_F32:
        widen<float>(from, n, to);
        break;
    case PAIR_I8:
        widen<int8_t>(from, n, to);
        break;
    case PAIR_I16:
        widen<int16_t>(from, n, to);
        break;
    case PAIR_I32:
        widen<int32_t>(from, n, to);
        break;
    case PAIR_I64:
        widen<int64_t>(from, n, to);
        break;
    case PAIR_U8:
        widen<uint8_t>(from, n, to);
        break;
    case PAIR_U16:
        widen<uint16_t>(from, n, to);
        break;
    case PAIR_U32:
        widen<uint32_t>(from, n, to);
        break;
    case PAIR_U64:
        widen<uint64_t>(from, n, to);
        break;
    }
    for (; n % LANES; n++)
        to[n] = 0;
}

/* One integer of any type; 64 bits of mantissa hold them all. */
static long double integer(int type, const void *from, int64_t i)
{
    switch (type) {
    case PAIR_I8:
        return ((const int8_t *)from)[i];
    case PAIR_U8:
        return ((const uint8_t *)from)[i];
    case PAIR_I16:
        return ((const loose<int16_t> *)from)[i].value;
    case PAIR_U16:
        return ((const loose<uint16_t> *)from)[i].value;
    case PAIR_I32:
        return ((const loose<int32_t> *)from)[i].value;
    case PAIR_U32:
        return ((const loose<uint32_t> *)from)[i].value;
    case PAIR_I64:
        return ((const loose<int64_t> *)from)[i].value;
    default:
        return ((const loose<uint64_t> *)from)[i].value;
    }
}

/* The difference of integers of different types, one of them of 64 bits. */
static void subtract_mixed(int ref_type, int new_type, const void *ref, const void *other, int64_t n, double *diff)
{
    for (int64_t i = 0; i < n; i++)
        diff[i] = (double)(integer(new_type, other, i) - integer(ref_type, ref, i));
    for (; n % LANES; n++)
        diff[n] = 0;
}

/* The exact difference of 64-bit integers, rounded once. */
template <class T> static void subtract(const void *ref, const void *other, int64_t n, double *diff)
{
    for (int64_t i = 0; i < n; i++) {
        const T a = ((const loose<T> *)ref)[i].value, b = ((const loose<T> *)other)[i].value;
        diff[i] = b < a ? -(double)((uint64_t)a - (uint64_t)b) : (double)((uint64_t)b - (uint64_t)a);
    }
    for (; n % LANES; n++)
        diff[n] = 0;
}

static int64_t size_of(int type)
{
    static const char sizes[] = {8, 4, 1, 2, 4, 8, 1, 2, 4, 8};
    return sizes[type];
}

} // namespace PAIRS_SET
