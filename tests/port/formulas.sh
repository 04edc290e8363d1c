# formulas.sh ROOT SCRATCH: the expression that drawbridge port prints for a loop nest computes what the Fortran computes, bit for
# bit: the line of the report is compiled into a program that calls both.
set -eu
root=$1 scratch=$2
if ! command -v gfortran >/dev/null; then
  echo "skipped: gfortran is needed: no expression was run"
  exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
"$root/build/bin/drawbridge" port "$root/tools/port/nests/testdata/operators.f90" --output out >out.txt
grep -q '^3 of 3 loop nests have a kernel of one point$' out.txt || { echo "FAILED: other nests"; cat out.txt; exit 1; }
line=$(awk "/^call step%pointwise\('q'/ { on = 1 } on { print } on && !/&\$/ { exit }" out/report.md) # with its continuation lines
cat >program.f90 <<END
program formulas
  use drawbridge
  use ops
  implicit none
  type(frame_t) :: frame
  type(sequence_t) :: step
  integer, parameter :: n(3) = [13, 6, 5]
  integer :: box(6), different
  real(wp) :: c
  real(wp), dimension(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1) :: cx, cy, cz, p, q
  real(wp) :: got(n(1), n(2), n(3))
  box = [2, n(1) + 1, 2, n(2) + 1, 2, n(3) + 1]
  c = 0.3_wp
  call random_number(cx)
  call random_number(cy)
  call random_number(cz)
  call random_number(p)
  q = 0
  got = -1
  call frame%initialize(log='off')
  call frame%create_field('cx', n, halo=1)
  call frame%create_field('cy', n, halo=1)
  call frame%create_field('cz', n, halo=1)
  call frame%create_field('p', n, halo=1)
  call frame%create_field('q', n)
  call frame%upload('cx', cx, interior=box, layers=1)
  call frame%upload('cy', cy, interior=box, layers=1)
  call frame%upload('cz', cz, interior=box, layers=1)
  call frame%upload('p', p, interior=box, layers=1)
  call step%create(frame, 'formulas')
  $line
  call step%run()
  call frame%download('q', got)
  call operator7(n(1), n(2), n(3), c, cx, cy, cz, p, q)
  different = count(got /= q(1:n(1), 1:n(2), 1:n(3)))
  print '(i0,a,i0,a)', different, ' of ', size(got), ' values differ'
  if (different > 0 .or. all(got == 0)) error stop
  call frame%finalize()
end program
END
gfortran -O0 -ffp-contract=off -ffree-line-length-none "$root/fortran/drawbridge.f90" "$root/tools/port/nests/testdata/operators.f90" program.f90 \
  -o program -L"$root/build/lib" -ldrawbridge -Wl,-rpath,"$root/build/lib"
DRAWBRIDGE_DEVICE=host ./program
echo "port_formulas: ok"
