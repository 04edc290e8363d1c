# first_call.sh ROOT SCRATCH: the programs of docs/first_call.md, compiled and run as the page says, print what it says.
set -eu
root=$1 scratch=$2 page=$1/docs/first_call.md
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
ln -s "$root/fortran" fortran
ln -s "$root/build" build
awk '/^```/ {inside = !inside; if (inside) {kind = substr($0, 4); n[kind]++}; next} inside {print > (kind n[kind])}' "$page"
mv fortran1 solver.f90
mv fortran2 solver_real.f90
for number in 1 2; do
  eval "$(grep '^    gfortran ' "$page" | sed -n "${number}p")"
  DRAWBRIDGE_LOG=off eval "$(grep '^    \./' "$page" | sed -n "${number}p")" >log
  cmp log "text$number" || { echo "the page says something else than:"; cat log; exit 1; }
done
sed 's/preosRhoHFromTPProp/preosDensities/' solver_real.f90 >wrong.f90
eval "$(grep '^    gfortran ' "$page" | sed -n 2p | sed 's/solver_real/wrong/g')"
if ./wrong 2>log; then echo "a wrong name did not stop the program"; exit 1; fi
grep -q "collection 'preosDensities' is not known; did you mean 'preosdensity'? Collections are preosrhohfromtpprop" log || { cat log; exit 1; }
head -n 2 fortran3 >declarations
tail -n +3 fortran3 >statements
sed -e '/integer :: step/r declarations' -e '/call start()/r statements' solver_real.f90 >handled.f90
eval "$(grep '^    gfortran ' "$page" | sed -n 2p | sed 's/solver_real/handled/g')"
DRAWBRIDGE_LOG=off ./handled >/dev/null
echo "first_call: ok"
