/* Operators that read neighbours: each is written for one value V of points that follow each other
 * along x, once for both devices. row(y, z) finds the rows, at<V>(x) computes and stores. Fields, in
 * order, and numbers are as stencils/operators.go lists them; S: streaming stores. */

/* d = sum over k = -R..R of number[k+R] u(i + k along the axis option[0]); along_x: the axis is known to be x */
template <class T, int R, bool along_x, bool S> struct derivative {
    typedef T element;
    const sweep &s;
    T c[2 * R + 1];
    long stride;
    const T *u;
    T *d;
    member derivative(const sweep &given) : s(given), stride(s.option[0] == 0 ? 1 : s.option[0] == 1 ? s.row[0] : s.plane[0]) {
        unrolled for (int k = 0; k <= 2 * R; k++) c[k] = number<T>(s, k);
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        V sum = c[R] * aligned<V>(p);
        if (along_x) {
            const shifted<V, R> near(p);
            unrolled for (int k = 1; k <= R; k++) sum = sum + c[R - k] * near.at(-k) + c[R + k] * near.at(k);
        } else
            unrolled for (int k = 1; k <= R; k++)
                sum = sum + c[R - k] * aligned<V>(p - k * stride) + c[R + k] * aligned<V>(p + k * stride);
        put<S>(d + x, sum);
    }
};

/* l = sum over the axes of number[axis] (u(-1) - 2 u + u(+1)); z is not read in 2-D */
template <class T, bool D3, bool S> struct laplacian {
    typedef T element;
    const sweep &s;
    T cx, cy, cz, centre;
    long row_stride, plane_stride;
    const T *u;
    T *l;
    member laplacian(const sweep &given)
        : s(given), cx(number<T>(s, 0)), cy(number<T>(s, 1)), cz(D3 ? number<T>(s, 2) : T(0)), centre(T(-2) * (cx + cy + cz)),
          row_stride(s.row[0]), plane_stride(s.plane[0]) {}
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), l = row_of<T>(s, 1, y, z); }
    template <class V> member V value(long x) const {
        const T *p = u + x;
        const beside<V, 1> near(p);
        V sum = centre * aligned<V>(p) + cx * (near.at(-1) + near.at(1)) + cy * (aligned<V>(p - row_stride) + aligned<V>(p + row_stride));
        if (D3) sum = sum + cz * (aligned<V>(p - plane_stride) + aligned<V>(p + plane_stride));
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
    template <class V> member void at(long x) const { put<S>(r + x, aligned<V>(f + x) - operation.template value<V>(x)); }
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
        unrolled for (int k = 0; k < A * (R + 1); k++) c[k] = number<T>(s, k);
        unrolled for (int a = 0; a < A; a++) centre += c[a * (R + 1)];
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), l = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        const beside<V, R> near(p);
        V sum = centre * aligned<V>(p);
        unrolled for (int k = 1; k <= R; k++) {
            sum = sum + c[k] * (near.at(-k) + near.at(k));
            unrolled for (int a = 1; a < A; a++)
                sum = sum + c[a * (R + 1) + k] * (aligned<V>(p - k * stride[a]) + aligned<V>(p + k * stride[a]));
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
    member stencil7(const sweep &given) : s(given), c0(number<T>(s, 0)), c1(number<T>(s, 1)) {}
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        const beside<V, 1> side(p);
        V near = side.at(-1) + side.at(1) + (aligned<V>(p - s.row[0]) + aligned<V>(p + s.row[0]));
        if (D3) near = near + (aligned<V>(p - s.plane[0]) + aligned<V>(p + s.plane[0]));
        put<S>(d + x, c0 * aligned<V>(p) + c1 * near);
    }
};

/* The 9 points of one plane: the point, those that share a side with it, those at the corners. */
template <class V> struct nine {
    V centre, sides, corners;
};
template <class V, class T> function nine<V> nine_at(const T *p, long row) {
    const T *below = p - row, *above = p + row;
    const beside<V, 1> here(p), low(below), high(above);
    return {aligned<V>(p), here.at(-1) + here.at(1) + (aligned<V>(below) + aligned<V>(above)),
            low.at(-1) + low.at(1) + (high.at(-1) + high.at(1))};
}

/* d = sum over the distance classes centre, faces, edges, corners of number[class] (their sum) */
template <class T, bool D3, bool S> struct stencil27 {
    typedef T element;
    const sweep &s;
    T c[4];
    const T *u;
    T *d;
    member stencil27(const sweep &given) : s(given) {
        unrolled for (int k = 0; k < 4; k++) c[k] = number<T>(s, k);
    }
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member V own(const nine<V> &q) const { return c[0] * q.centre + c[1] * q.sides + c[2] * q.corners; }
    template <class V> member V next(const nine<V> &q) const { return c[1] * q.centre + c[2] * q.sides + c[3] * q.corners; }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        V sum = own(nine_at<V>(p, s.row[0]));
        if (D3) sum = sum + (next(nine_at<V>(p - s.plane[0], s.row[0])) + next(nine_at<V>(p + s.plane[0], s.row[0])));
        put<S>(d + x, sum);
    }
};

/* Gray-Scott (Pearson 1993), spacing 1, number = Du Dv F k dt; fields u, v, u', v' */
template <class T> struct gray_scott_rates {
    T du, dv, feed, kill, dt;
    member gray_scott_rates(const sweep &s)
        : du(number<T>(s, 0)), dv(number<T>(s, 1)), feed(number<T>(s, 2)), kill(feed + number<T>(s, 3)), dt(number<T>(s, 4)) {}
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
        const beside<V, 1> near(p);
        return near.at(-1) + near.at(1) + (aligned<V>(p - row) + aligned<V>(p + row));
    }
    template <class V> member void at(long x) const {
        V a, b;
        rates.step(aligned<V>(u + x), aligned<V>(v + x), around<V>(u + x, s.row[0]), around<V>(v + x, s.row[1]), a, b);
        put<S>(next_u + x, a);
        put<S>(next_v + x, b);
    }
};
