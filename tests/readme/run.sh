# run.sh ROOT SCRATCH: the README's Fortran program, compiled and run as the README says, and the same in C, without Fortran.
set -eu
root=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
ln -s "$root/fortran" fortran
ln -s "$root/build" build
sed -n '/^```fortran$/,/^```$/p' "$root/README.md" | sed '1d;$d' >first.f90
command=$(grep -o '^    gfortran .*' "$root/README.md" | head -n 1)
[ -s first.f90 ] && [ -n "$command" ] || { echo "the README has no program or no command"; exit 1; }
eval "$command"
./first >first.log
grep -q '^density  *[0-9.]* kg/m3, speed of sound  *[0-9.]* m/s$' first.log || { cat first.log; exit 1; }
grep -q 'preosthermalproperties' first.log || { echo "no report"; cat first.log; exit 1; }
lines=$(grep -c . first.f90)
[ "$lines" -le 24 ] || { echo "the README promises twenty lines, these are $lines"; exit 1; }
cp "$root/bridge/entry.h" drawbridge.h # as make install does
cc -std=c99 -Wall -Wextra -Werror -I. "$root/examples/c/properties.c" -o properties -Lbuild/lib -ldrawbridge -Wl,-rpath,"$root/build/lib"
./properties >c.log
head -n 1 first.log | cmp - c.log || { echo "the program in C prints something else:"; cat c.log; exit 1; }
cc -std=c99 -Wall -Wextra -Werror -I. "$root/examples/c/heat.c" -o heat -Lbuild/lib -ldrawbridge -Wl,-rpath,"$root/build/lib"
./heat >heat.log
grep -A3 '^100 steps: hottest' "$root/docs/first_stencil.md" | cmp - heat.log || { echo "the field of C is not that of docs/first_stencil.md:"; cat heat.log; exit 1; }
c++ -Wall -Wextra -Werror -fsyntax-only -x c++ drawbridge.h
cat c.log
