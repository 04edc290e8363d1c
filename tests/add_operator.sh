#!/bin/sh
# Adds an operator to a copy of the sources, in the three places that CONTRIBUTING.md lists, builds the copy and judges the operator
# by plain loops, in every variant. Without its reference routine, or where nobody calls that, it is refused.
# add_operator.sh SOURCE WORK
set -eu
source=$1
work=$2
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$work" -xf -
cd "$work"

# after FILE LINE: puts standard input behind the first line of the file that is LINE
after() {
  cat >added
  awk -v line="$2" '{ print } !done && index($0, line) == 1 { while ((getline text < "added") > 0) print text; done = 1 }
    END { if (!done) exit 1 }' "$1" >changed || { echo "$1 has no line '$2'"; exit 1; }
  mv changed "$1"
  rm added
}

# refused TEXT: make generate fails and says the text
refused() {
  if make generate >said 2>&1 || ! grep -qF "$1" said; then
    cat said
    echo "make generate does not refuse: $1"
    exit 1
  fi
}

cat >kernels/stencils/operators/diffuse.h <<'end'
/* operator diffuse
 *   meaning  d = u + a (sum of the neighbours at a distance of 2 along x and y - 4 u)
 *   reads    1, neighbours too
 *   numbers  a
 *   count    1
 *   kernel   diffuse<T, S>
 *   host     tiles */

/* Fields u, d; number = a. */
template <class T, bool S> struct diffuse {
    typedef T element;
    const sweep &s;
    const T a, centre;
    const T *u;
    T *d;
    member diffuse(const sweep &given) : s(given), a(number<T>(s, 0)), centre(T(1) - T(4) * a) {}
    member void row(long y, long z) { u = row_of<T>(s, 0, y, z), d = row_of<T>(s, 1, y, z); }
    template <class V> member void at(long x) const {
        const T *p = u + x;
        const beside<V, 2> near(p);
        const V around = near.at(-2) + near.at(2) + (aligned<V>(p - 2 * s.row[0]) + aligned<V>(p + 2 * s.row[0]));
        give<S>(s, d + x, add_product(a, around, centre * aligned<V>(p)));
    }
};
end
refused "diffuse.h:20: beside<V, 2> reads 2 points beside, and the radius of operator diffuse is 1: say 'radius 2' in its row"
sed -i 's/^ \*   count    1$/&\n *   radius   2/' kernels/stencils/operators/diffuse.h
refused 'kernels/stencils/operators/diffuse.h:1: operator diffuse has no reference'
after fortran/reference_stencils.f90 'contains' <<'end'

  ! d = u + a (sum of the neighbours at a distance of 2 along x and y - 4 u)
  subroutine diffuse(a, u, d)
    real(wp), intent(in) :: a
    type(field_t), intent(in) :: u
    real(wp), intent(out) :: d(:, :, :)
    integer :: i, j, k
    do k = 1, u%n(3)
      do j = 1, u%n(2)
        do i = 1, u%n(1)
          d(i, j, k) = u%a(i, j, k) + a*(u%a(i - 2, j, k) + u%a(i + 2, j, k) + u%a(i, j - 2, k) + u%a(i, j + 2, k) - 4*u%a(i, j, k))
        end do
      end do
    end do
  end subroutine
end
refused 'operator diffuse: its reference diffuse (fortran/reference_stencils.f90:'
sed -i 's/^  public :: field_t, /&diffuse, /' fortran/reference_stencils.f90
make generate
missing() {
  if go test ./tests/rules -run '^TestEveryOperatorRunsBesideItsReference$' >said 2>&1 || ! grep -q "$1" said; then
    cat said
    echo "the rules do not find: $1"
    exit 1
  fi
}
missing 'diffuse.h:1: operator diffuse: no program .* calls its reference'
missing "diffuse.h:1: operator diffuse: no program .* runs 'diffuse'"

after tests/fortran/stencils.f90 "    call each('stencil7', 'u'" <<'end'
    call diffuse(p(1), u, e)
    call each('diffuse', 'u', p(:1), e, d, 12.0_wp)
end
go test ./tests/rules

DEPS=skip scripts/build.sh --target stencils >said 2>&1 || { tail -40 said; exit 1; }
build/tests/stencils double 4 >said 2>&1 || { tail -40 said; exit 1; }
tail -1 said
go test ./tools/generate/... ./stencils ./tests/rules
