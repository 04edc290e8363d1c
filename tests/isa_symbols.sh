# isa_symbols.sh CXX KERNELS FLAGS: no symbol is shared between the instruction sets. A weak symbol (an
# inline function of a std header after the target pragma, say) would be merged by the linker, and an
# AVX-512 copy of it could reach an older CPU.
set -eu
compiler=$1 kernels=$2 flags=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for isa in avx512 avx2 baseline; do
  $compiler -std=c++17 $flags -fPIC -I"$kernels" -c "$kernels/$isa.cpp" -o "$scratch/$isa.o"
  weak=$(nm "$scratch/$isa.o" | awk '$2 ~ /^[WwVvu]$/ {print $3}')
  [ -z "$weak" ] || { echo "$isa.cpp has symbols that may be merged: $weak"; exit 1; }
  nm --defined-only --extern-only "$scratch/$isa.o" | awk '{print $3}' >>"$scratch/all"
done
twice=$(sort "$scratch/all" | uniq -d)
[ -z "$twice" ] || { echo "defined for two instruction sets: $twice"; exit 1; }
grep -q drawbridge_kernels_avx512 "$scratch/all" || { echo "the AVX-512 table was not found"; exit 1; }
echo "isa_symbols: ok"
