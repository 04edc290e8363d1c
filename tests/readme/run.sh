# run.sh ROOT SCRATCH: the README's Fortran program, compiled and run as the README says.
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
head -n 1 first.log
