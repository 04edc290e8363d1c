# load.sh ROOT SCRATCH: a library made by drawbridge port is loaded, and its kernels run on fields of host and memcheck.
set -eu
root=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
cp "$root/tests/port/gas.f90" .
"$root/build/bin/drawbridge" port gas.f90 >out.txt
make_set() { gfortran -shared -fPIC -O2 -c -frecursive gas.f90 -o gas.o && g++ -shared -fPIC -O2 -o "$1" gas.o ported/points.cpp "$2" -lgfortran; }
make_set libmine.so ported/set.cpp
sed 's/0\.1\.0/0.0.9/' ported/set.cpp >ported/other_version.cpp
cmp -s ported/set.cpp ported/other_version.cpp && { echo "FAILED: no version in set.cpp"; exit 1; }
make_set other_version.so ported/other_version.cpp
"$root/build/bin/drawbridge" port gas.f90 --species 9 --output nine >>out.txt
cp nine/set.cpp ported/other_species.cpp
make_set other_species.so ported/other_species.cpp
head -c 9000 libmine.so >cut.so
echo 'int nothing;' >plain.c && cc -shared -fPIC -o plain.so plain.c
gfortran -O2 -Wall -I"$root/build/include" "$root/fortran/drawbridge.f90" "$root/tests/port/load.f90" -o load -L. -lmine -L"$root/build/lib" -ldrawbridge \
  -Wl,-rpath,"$PWD" -Wl,-rpath,"$root/build/lib"
for device in host memcheck; do ./load $device; done
DRAWBRIDGE_THREADS=2 ./load host
