/* Operators that read neighbours: each is written for one value V of points that follow each other
 * along x, once for both devices. row(y, z) finds the rows, at<V>(x) computes and stores. Fields, in
 * order, and numbers are as stencils/operators.go lists them; S: streaming stores. */

/* d = sum over k = -R..R of number[k+R] u(i + k along the axis option[0]) */
template <class T, int R, bool S> struct derivative {
    typedef T element;
    const sweep &s;
    T c[2 * R + 1];
    long stride;
    const T *u;
    T *d;
    member derivative(const sweep &given) : s(given), stride(s.option[0] == 0 ? 1 : s.option[0] == 1 ? s.row[0] : s.plane[0]) {
        unrolled for (int k = 0; k <= 2 * R; k++) c[k] = (T)s.number[k];
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        V sum = c[R] * load<V>(p);
        unrolled for (int k = 1; k <= R; k++)
            sum = sum + c[R - k] * load<V>(p - k * stride) + c[R + k] * load<V>(p + k * stride);
        put<S>(d + x, sum);
    }
};

/* l = sum over the axes of number[axis] (u(-1) - 2 u + u(+1)); number[2] is 0 in 2-D, where z is not read */
template <class T, bool D3, bool S> struct laplacian {
    typedef T element;
    const sweep &s;
    T cx, cy, cz, centre;
    long row_stride, plane_stride;
    const T *u;
    T *l;
    member laplacian(const sweep &given)
        : s(given), cx((T)s.number[0]), cy((T)s.number[1]), cz((T)s.number[2]),
          centre((T)(-2 * (s.number[0] + s.number[1] + (D3 ? s.number[2] : 0.0)))), row_stride(s.row[0]), plane_stride(s.plane[0]) {}
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), l = row_of<T>(s, 1, y, z); }
    template <class V> member V value(long x) const {
        const T *p = u + x;
        V sum = centre * load<V>(p) + cx * (load<V>(p - 1) + load<V>(p + 1)) + cy * (load<V>(p - row_stride) + load<V>(p + row_stride));
        if (D3) sum = sum + cz * (load<V>(p - plane_stride) + load<V>(p + plane_stride));
        return sum;
    }
    template <class V> member void at(long x) const { put<S>(l + x, value<V>(x)); }
};

/* r = f - laplacian(u); fields u, f, r */
template <class T, bool D3, bool S> struct residual {
    typedef T element;
    laplacian<T, D3, S> operation;
    const T *f;
    T *r;
    member residual(const sweep &s) : operation(s) {}
    member void row(long y, long z) {
        const sweep &s = operation.s;
        operation.u = row_of<T>(s, 0, y, z), f = row_of<T>(s, 1, y, z), r = row_of<T>(s, 2, y, z);
    }
    template <class V> member void at(long x) const { put<S>(r + x, load<V>(f + x) - operation.template value<V>(x)); }
};

/* l = sum over the axes of number[a(R+1)] u + sum over k of number[a(R+1)+k] (u(-k) + u(+k)) */
template <class T, int R, bool D3, bool S> struct laplacian_high {
    typedef T element;
    enum { A = D3 ? 3 : 2 };
    const sweep &s;
    T c[A * (R + 1)], centre;
    long stride[3];
    const T *u;
    T *l;
    member laplacian_high(const sweep &given) : s(given), centre(0), stride{1, s.row[0], s.plane[0]} {
        unrolled for (int k = 0; k < A * (R + 1); k++) c[k] = (T)s.number[k];
        unrolled for (int a = 0; a < A; a++) centre += c[a * (R + 1)];
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), l = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        V sum = centre * load<V>(p);
        unrolled for (int k = 1; k <= R; k++) {
            unrolled for (int a = 0; a < A; a++)
                sum = sum + c[a * (R + 1) + k] * (load<V>(p - k * stride[a]) + load<V>(p + k * stride[a]));
        }
        put<S>(l + x, sum);
    }
};

/* d = number[0] u + number[1] (the neighbours that share a face) */
template <class T, bool D3, bool S> struct stencil7 {
    typedef T element;
    const sweep &s;
    T c0, c1;
    const T *u;
    T *d;
    member stencil7(const sweep &given) : s(given), c0((T)s.number[0]), c1((T)s.number[1]) {}
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        V near = load<V>(p - 1) + load<V>(p + 1) + (load<V>(p - s.row[0]) + load<V>(p + s.row[0]));
        if (D3) near = near + (load<V>(p - s.plane[0]) + load<V>(p + s.plane[0]));
        put<S>(d + x, c0 * load<V>(p) + c1 * near);
    }
};

/* d = sum over the distance classes centre, faces, edges, corners of number[class] (their sum) */
template <class T, bool D3, bool S> struct stencil27 {
    typedef T element;
    const sweep &s;
    T c[4];
    const T *u;
    T *d;
    member stencil27(const sweep &given) : s(given) {
        unrolled for (int k = 0; k < 4; k++) c[k] = (T)s.number[k];
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> static member V sides(const T *p) { return load<V>(p - 1) + load<V>(p + 1); }
    /* a plane's own 9 points, the classes of its centre, sides and corners given */
    template <class V> member V plane(const T *p, T centre, T side, T corner) const {
        const T *below = p - s.row[0], *above = p + s.row[0];
        return centre * load<V>(p) + side * (sides<V>(p) + (load<V>(below) + load<V>(above))) + corner * (sides<V>(below) + sides<V>(above));
    }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        V sum = plane<V>(p, c[0], c[1], c[2]);
        if (D3) sum = sum + (plane<V>(p - s.plane[0], c[1], c[2], c[3]) + plane<V>(p + s.plane[0], c[1], c[2], c[3]));
        put<S>(d + x, sum);
    }
};

/* Gray-Scott (Pearson 1993), spacing 1, number = Du Dv F k dt; fields u, v, u', v' */
template <class T> struct gray_scott_rates {
    T du, dv, feed, kill, dt;
    member gray_scott_rates(const sweep &s)
        : du((T)s.number[0]), dv((T)s.number[1]), feed((T)s.number[2]), kill((T)(s.number[2] + s.number[3])), dt((T)s.number[4]) {}
    template <class V> member void step(V u, V v, V around_u, V around_v, V &next_u, V &next_v) const {
        const V uvv = u * v * v;
        next_u = u + dt * (du * (around_u - T(4) * u) - uvv + feed * (T(1) - u));
        next_v = v + dt * (dv * (around_v - T(4) * v) + uvv - kill * v);
    }
};

template <class T, bool S> struct gray_scott {
    typedef T element;
    const sweep &s;
    gray_scott_rates<T> rates;
    const T *u, *v;
    T *next_u, *next_v;
    member gray_scott(const sweep &given) : s(given), rates(given) {}
    member void row(long y, long z) {
        u = row_of<T>(s, 0, y, z), v = row_of<T>(s, 1, y, z), next_u = row_of<T>(s, 2, y, z), next_v = row_of<T>(s, 3, y, z);
    }
    template <class V> static member V around(const T *p, long row) {
        return load<V>(p - 1) + load<V>(p + 1) + (load<V>(p - row) + load<V>(p + row));
    }
    template <class V> member void at(long x) const {
        V a, b;
        rates.step(load<V>(u + x), load<V>(v + x), around<V>(u + x, s.row[0]), around<V>(v + x, s.row[1]), a, b);
        put<S>(next_u + x, a);
        put<S>(next_v + x, b);
    }
};
