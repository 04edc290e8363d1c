/* Operators that read neighbours: each is written for one value V of points that follow each other
 * along x, once for both devices. row(y, z) finds the rows, at<V>(x) computes and stores. Fields, in
 * order, and numbers are as stencils/operators.go lists them; S: streaming stores.
 *
 * Every operator adds in one order, whatever loop it runs in, and says which products are added unrounded: all variants of an operator
 * give the same bits. (27 points are added in another order on a CPU, in box_host.h, than on a GPU.) */

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
        V sum;
        if (along_x) {
            const shifted<V, R> near(p);
            sum = c[0] * near.at(-R);
            unrolled for (int k = 1; k <= 2 * R; k++) sum = add_product(c[k], near.at(k - R), sum);
        } else {
            sum = c[0] * aligned<V>(p - R * stride);
            unrolled for (int k = 1; k <= 2 * R; k++) sum = add_product(c[k], aligned<V>(p + (k - R) * stride), sum);
        }
        give<S>(s, d + x, sum);
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
        V sum = add_product(cx, near.at(-1) + near.at(1), centre * aligned<V>(p));
        sum = add_product(cy, aligned<V>(p - row_stride) + aligned<V>(p + row_stride), sum);
        return D3 ? add_product(cz, aligned<V>(p - plane_stride) + aligned<V>(p + plane_stride), sum) : sum;
    }
    template <class V> member void at(long x) const { give<S>(s, l + x, value<V>(x)); }
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
    template <class V> member void at(long x) const { give<S>(operation.s, r + x, here<V>(f + x) - operation.template value<V>(x)); }
};

/* sum over k = 1..R of cx[k] along_x(k) + cy[k] along_y(k): what a star of radius R has in a plane. The two chains are apart because
 * a long one waits for each of its additions. */
template <int R, class V, class T, class X, class Y> function V in_plane(const T *cx, const T *cy, const X &along_x, const Y &along_y) {
    V x = cx[1] * along_x(1);
    if (R == 1) return add_product(cy[1], along_y(1), x);
    V y = cy[1] * along_y(1);
    unrolled for (int k = 2; k <= R; k++) x = add_product(cx[k], along_x(k), x), y = add_product(cy[k], along_y(k), y);
    return x + y;
}

/* l = sum over the axes of number[a(R+1)] u + sum over k of number[a(R+1)+k] (u(-k) + u(+k)): along z from below, then in the plane */
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
    member T weight(int k) const { return k == 0 ? centre : c[2 * (R + 1) + (k < 0 ? -k : k)]; } /* along z */
    template <class V> member void at(long x) const {
        const T *p = u + x;
        const beside<V, R> near(p);
        V sum = D3 ? weight(-R) * aligned<V>(p - R * stride[2]) : aligned<V>(p);
        if (D3) unrolled for (int k = 1 - R; k <= R; k++) sum = add_product(weight(k), aligned<V>(p + k * stride[2]), sum);
        const V plane = in_plane<R, V>(c, c + R + 1, [&](int k) inlined { return near.at(-k) + near.at(k); },
                                       [&](int k) inlined { return aligned<V>(p - k * stride[1]) + aligned<V>(p + k * stride[1]); });
        give<S>(s, l + x, D3 ? sum + plane : add_product(centre, sum, plane));
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
        give<S>(s, d + x, add_product(c1, near, c0 * aligned<V>(p)));
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
    template <class V> member V own(const nine<V> &q) const { return of(0, q); }
    template <class V> member V next(const nine<V> &q) const { return of(1, q); }
    template <class V> member V of(int k, const nine<V> &q) const { return add_product(c[k + 2], q.corners, add_product(c[k + 1], q.sides, c[k] * q.centre)); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        V sum = own(nine_at<V>(p, s.row[0]));
        if (D3) sum = (next(nine_at<V>(p - s.plane[0], s.row[0])) + sum) + next(nine_at<V>(p + s.plane[0], s.row[0]));
        give<S>(s, d + x, sum);
    }
};

/* Gray-Scott (Pearson 1993), spacing 1, number = Du Dv F k dt; fields u, v, u', v' */
template <class T> struct gray_scott_rates {
    T du, dv, feed, kill, dt;
    member gray_scott_rates(const sweep &s)
        : du(number<T>(s, 0)), dv(number<T>(s, 1)), feed(number<T>(s, 2)), kill(feed + number<T>(s, 3)), dt(number<T>(s, 4)) {}
    template <class V> member void step(V u, V v, V around_u, V around_v, V &next_u, V &next_v) const {
        const V uvv = u * v * v, spread_u = add_product(T(-4), u, around_u), spread_v = add_product(T(-4), v, around_v);
        next_u = add_product(dt, add_product(feed, T(1) - u, add_product(du, spread_u, T(-1) * uvv)), u);
        next_v = add_product(dt, add_product(-kill, v, add_product(dv, spread_v, uvv)), v);
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
