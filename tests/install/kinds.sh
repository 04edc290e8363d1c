# kinds.sh ROOT LINK: hosts whose flags of gfortran change kinds get right answers, or a message that says so: the module when it is
# compiled, the legacy calls when they run.
set -eu
root=$1 link=$2
module=$root/fortran/drawbridge.f90 plan=$root/tests/install/kinds_plan.f90 calls=$root/tests/install/kinds_calls.f90
export DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=off DRAWBRIDGE_ON_ERROR=return
fail() { echo "FAILED: $1"; cat kinds.log; exit 1; }
right='   12.942  329.331'

# Flags with which the module and a host compile and compute.
for flags in -fdefault-real-8 '-fdefault-real-8 -fdefault-double-8' -fdefault-integer-8 -fno-automatic; do
  gfortran $flags "$module" "$plan" -o kinds $link >kinds.log 2>&1 || fail "the module does not compile with $flags"
  ./kinds >kinds.log 2>&1 || fail "the host ends, compiled with $flags"
  [ "$(cat kinds.log)" = "$right" ] || fail "a host compiled with $flags"
done
# Flags with which it does not: the first error says so.
refused() { # FLAG WORDS
  ! gfortran "$1" -c "$module" -o kinds.o >kinds.log 2>&1 || fail "the module compiles with $1"
  sed '/Error:/q' kinds.log | grep -q -F "! compile this file without $2" || fail "the first error with $1"
}
for kind in 4 10 16; do refused -freal-8-real-$kind 'flags -freal-8-real-...'; done
for kind in 8 10 16; do refused -freal-4-real-$kind 'flags -freal-4-real-...'; done
refused -finteger-4-integer-8 'the flag -finteger-4-integer-8'
# A host of those flags, with the module compiled without them: right, or refused by the compiler.
gfortran -c "$module" -o kinds_module.o
for flag in -freal-4-real-8 -freal-8-real-4; do
  gfortran $flag "$plan" kinds_module.o -o kinds $link >kinds.log 2>&1 && ./kinds >kinds.log 2>&1 || fail "a host with $flag"
  [ "$(cat kinds.log)" = "$right" ] || fail "a host with $flag"
done
for flag in -freal-8-real-10 -freal-8-real-16 -finteger-4-integer-8; do
  ! gfortran $flag "$plan" kinds_module.o -o kinds $link >kinds.log 2>&1 || fail "a host with $flag compiles"
  grep -q 'no matching specific binding' kinds.log || fail "a host with $flag"
done

# Legacy calls, which no compiler checks.
called() { # FLAGS WORDS OF THE SPECIES DATA, WORDS OF T
  gfortran $1 -fallow-argument-mismatch -w "$calls" -o kinds $link
  for way in data ''; do
    ./kinds $way >kinds.log 2>&1 || fail "legacy calls with $1 end"
    grep -q -e "$2" kinds.log || fail "legacy calls with $1: expected $2"
    set -- "$1" "$3" "$3"
  done
}
density=' 1.19438'
for flags in '' -fdefault-integer-8 -finteger-4-integer-8 -fno-automatic '-fdefault-real-8 -fdefault-double-8'; do called "$flags" "$density" "$density"; done
advice='Pass real(8): flags of a compiler may have changed the kind'
for case in '-freal-8-real-4 real(4)' '-freal-8-real-10 real(10)' '-freal-8-real-16 real(16)' '-fdefault-real-8 real(16)'; do
  called "${case% *}" "W of species 1 .*; as ${case#* } it is 0.01604. $advice" "view T: .*; as ${case#* } it is 307.1. $advice"
done
echo 'kinds: ok'
