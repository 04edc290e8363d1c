# load.sh ROOT SCRATCH: a library made by drawbridge port is loaded, and its kernels run on fields of host and memcheck.
set -eu
root=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
cp "$root/tests/port/gas.f90" "$root/tests/port/loops.f90" "$root/tests/port/meter.f90" .
"$root/build/bin/drawbridge" port gas.f90 loops.f90 meter.f90 --per-point tick,/meter/ >out.txt
gfortran -fPIC -O2 -c -frecursive gas.f90 loops.f90 meter.f90 ported/kinds.f90
g++ -fPIC -O2 -Wall -Werror -Wno-unused-variable -c ported/points.cpp
make_set() { g++ -shared -fPIC -o "$1" gas.o loops.o meter.o points.o kinds.o "$2" -Iported -lgfortran; }
make_set libmine.so ported/set.cpp
sed 's/\(drawbridge[^:]*:[^0-9]*\)[0-9]*\.[0-9]*\.[0-9]*/\10.0.9/' ported/set.cpp >ported/other_version.cpp
cmp -s ported/set.cpp ported/other_version.cpp && { echo "FAILED: no version in set.cpp"; exit 1; }
make_set other_version.so ported/other_version.cpp
"$root/build/bin/drawbridge" port gas.f90 --species 9 --output nine >>out.txt
cp nine/set.cpp ported/other_species.cpp
make_set other_species.so ported/other_species.cpp
sed 's/gamma/gamme/' ported/set.cpp >ported/changed.cpp # a description, or a text, that its digest does not fit
sed 's/F_TOO_LONG/F_TOO_SHORT/' ported/set.cpp >ported/changed_text.cpp
for change in changed changed_text; do
  cmp -s ported/set.cpp ported/$change.cpp && { echo "FAILED: set.cpp has not what is changed for $change.so"; exit 1; }
  make_set $change.so ported/$change.cpp
done
g++ -shared -fPIC -o no_kinds.so gas.o loops.o meter.o points.o ported/set.cpp -Iported -lgfortran
for flags in -fdefault-real-8 -freal-4-real-8 -fdefault-integer-8; do # whether the translation knew or not
  gfortran -fPIC $flags -ffixed-form -c ported/kinds.f90 -o other_kinds.o
  g++ -shared -fPIC -o other$flags.so gas.o loops.o meter.o points.o other_kinds.o ported/set.cpp -Iported -lgfortran
done
g++ -shared -fPIC -o no_points.so gas.o loops.o meter.o kinds.o ported/set.cpp -Iported -lgfortran
head -c 9000 libmine.so >cut.so
echo 'int nothing;' >plain.c && cc -shared -fPIC -o plain.so plain.c
for program in load load_plans load_loops; do
  gfortran -O2 -Wall -I"$root/build/include" "$root/fortran/drawbridge.f90" "$root/tests/port/$program.f90" -o $program -L. -lmine -L"$root/build/lib" -ldrawbridge \
    -Wl,-rpath,"$PWD" -Wl,-rpath,"$root/build/lib"
  for device in host memcheck; do ./$program $device; done
  DRAWBRIDGE_THREADS=2 ./$program host
done
# The report calls loops by their name, also where they run as an expression.
DRAWBRIDGE_REPORT=loops.txt ./load_loops host
grep -q 'stencil operator7' loops.txt || grep -q 'together operator7' loops.txt || { cat loops.txt; echo "FAILED: the report does not name operator7"; exit 1; }
# the same with points side by side in SIMD registers, of each width
if [ "$(uname -m)" = x86_64 ]; then
  mkdir packs
  (cd packs && "$root/build/bin/drawbridge" port ../gas.f90 ../loops.f90 ../meter.f90 --per-point tick,/meter/ --packs >out.txt)
  grep -q '^point by point: metered: ' packs/out.txt || { cat packs/out.txt; echo "FAILED: no reason why metered runs point by point"; exit 1; }
  for bits in 512 256; do
    g++ -fPIC -O2 -Wall -Werror -Wno-unused-variable -DF_WIDEST=$bits -c packs/ported/points.cpp -o packs/points.o
    grep -q 'packs_p_gas_sound_speed' packs/ported/points.cpp || { echo "FAILED: no packs of sound_speed"; exit 1; }
    g++ -shared -fPIC -o packs/libmine.so gas.o loops.o meter.o packs/points.o kinds.o packs/ported/set.cpp -Ipacks/ported -lmvec -lgfortran
    cp packs/libmine.so libmine.so
    for program in load load_plans load_loops; do ./$program host packs; done
    DRAWBRIDGE_THREADS=2 ./load host packs
  done
  make_set libmine.so ported/set.cpp
fi
fake=$root/build/tests/fake_driver
if [ -e "$fake/libcuda.so.1" ]; then
  FAKE_CUDA_MULTIPROCESSORS=1 DRAWBRIDGE_TUNE=point_few sh "$root/tests/with.sh" fake_driver "$fake" ./load cuda # a thread has several points there
  FAKE_CUDA_MULTIPROCESSORS=1 DRAWBRIDGE_TUNE=point_few sh "$root/tests/with.sh" fake_driver "$fake" ./load_loops cuda
  for program in load load_plans load_loops; do FAKE_CUDA_LAZY=1 sh "$root/tests/with.sh" fake_driver "$fake" ./$program cuda; done
fi
DRAWBRIDGE_OVERLAP=off ./load_plans host
DRAWBRIDGE_LAYOUT=right ./load_plans memcheck
