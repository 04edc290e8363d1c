/* operator constant
 *   meaning  z = a
 *   reads    0
 *   numbers  a
 *   count    1
 *   kernel   constant<T>
 *   host     rows */

/* z = number[0] */
template <class T> struct constant {
    typedef T element;
    const sweep &s;
    T *z;
    member constant(const sweep &given) : s(given) {}
    member void row(long y, long k) { z = row_of<T>(s, 0, y, k); }
    template <class V> static member V value(const T *a, const V *) { return a[0] + V(); }
    template <class V> member void at(long x) const { give<false>(s, z + x, value(numbers<T>(s), (const V *)nullptr)); }
};
