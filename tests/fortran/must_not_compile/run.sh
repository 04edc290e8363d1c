# run.sh SOURCE WORK COMPILER: calls that keep an array's address refuse, when they are compiled, what has none that stays:
# an expression, and a variable that is not a target. What has one compiles. flang is asked too where it is installed.
set -u
source=$1 work=$2 own=$3
rm -rf "$work"
mkdir -p "$work"
fail() { echo "FAILED: $1"; bad=1; }
bad=0

# Each call with each array of its rank, a line each: write FILE ARRAYS4 ARRAYS3, names separated by semicolons.
write() {
  each() { echo "$2" | tr ';' '\n' | while read -r array; do echo "call $1" | sed "s|ARRAY|$array|"; done; }
  for call in "plan%read('T', ARRAY, 1)" "plan%write('rho', ARRAY, var=1)" "plan%bind('T', ARRAY)" "frame%pin(ARRAY)"; do
    each "$call" "$2"
  done >"$work/calls"
  for call in "plan%read('T', ARRAY)" "plan%write('rho', ARRAY)" "plan%bind('T', ARRAY, interior=[1, 8, 1, 8, 1, 8])" "frame%pin(ARRAY)"; do
    each "$call" "$3"
  done >>"$work/calls"
  sed -e "/@@/r $work/calls" -e '/@@/d' "$source/tests/fortran/must_not_compile/template.f90" >"$work/$1"
}
write good.f90 'q;explicit;lazy;points;block%q;q(:, :, :, 2:3);points(:, :, :, 1:1)' 'p;lazy3;points3;block%p;q(:, :, :, 2)'
write bad.f90 'q*2;(q);moves;lazy_moves;moving%q;moves(:, :, :, 1:2);abs(points)' 'p*2;-p;moves3;moving%p;moves(:, :, :, 1)'

for compiler in "$own" $(command -v flang-new-19 || command -v flang-new || command -v flang || true); do
  all=
  case $compiler in *gfortran*) all=-fmax-errors=0 ;; esac
  rm -f "$work"/*.mod
  cd "$work" || exit 1
  "$compiler" -fsyntax-only "$source/fortran/drawbridge.f90" >said 2>&1 || { cat said; exit 1; }
  "$compiler" -fsyntax-only good.f90 >said 2>&1 || { fail "$compiler refuses an array that stays:"; cat said; }
  "$compiler" -fsyntax-only $all bad.f90 >said 2>&1
  calls=0
  for line in $(grep -n '^call ' bad.f90 | cut -d: -f1); do
    calls=$((calls + 1))
    grep -q "bad.f90:$line:" said || fail "$compiler accepts $(sed -n "${line}p" bad.f90)"
  done
  [ "$calls" -eq 48 ] || fail "$calls calls were made, expected 48"
  grep -qi 'pointer\|target\|no matching specific' said || { fail "$compiler does not say why:"; head -20 said; }
  echo "$compiler: $calls calls that must not compile, $(grep -c '^call ' good.f90) that must"
done
[ $bad -eq 0 ] && echo 'must_not_compile: passed'
exit $bad
