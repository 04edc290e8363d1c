# references.sh ROOT SCRATCH: drawbridge port translates the project's own reference routines without a change, and each
# output has the bits of gfortran -O0: with random values everywhere, and with gases in their usual range.
set -eu
root=$1 scratch=$2
if ! command -v objcopy >/dev/null || ! command -v g++ >/dev/null || ! command -v gfortran >/dev/null; then
  echo "skipped: gfortran, g++ and objcopy are needed"
  exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
files="$root/fortran/reference_peng_robinson.f90 $root/fortran/reference_chung.f90"
run() {
  name=$1
  shift
  code=0
  "$root/build/bin/drawbridge" port $files --check --output "$name" "$@" >"$name.txt" || code=$?
  cat "$name.txt"
  [ "$code" -eq 1 ] || { echo "FAILED: $name ended with $code, expected 1: two routines take strings or allocate"; exit 1; }
  grep -q '^55 of 57 routines translated$' "$name.txt" || { echo "FAILED: $name: other routines are translated"; exit 1; }
  counts=$(sed -n 's/^compared with the Fortran: \([0-9]*\) of \([0-9]*\) values are equal bit for bit$/\1 \2/p' "$name.txt")
  [ "${counts% *}" = "${counts#* }" ] && [ "${counts% *}" -gt 10000 ] || { echo "FAILED: $name: $counts"; exit 1; }
  if grep -q '^routines that differ' "$name.txt"; then echo "FAILED: $name: see above"; exit 1; fi
}
run random --points 100
run gases --points 100 --setup "$root/tests/port/setup.f90" --range T=80:4000,P=1e4:4e7,Y=0:1,X=0:1,rho=0.1:1000,v=1e-5:1e-1,i=1:3,j=1:3
echo "port_references: ok"
