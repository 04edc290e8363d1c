# deb.sh ROOT BUILD SCRATCH: the Debian package installs into an empty root, works there within two minutes, and goes without a trace.
set -eu
root=$1 build=$2 scratch=$3
for tool in cpack dpkg dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || { echo "skipped: no Debian package is made: there is no $tool"; exit 77; }
done
rm -rf "$scratch"
mkdir -p "$scratch/root/var/lib/dpkg/info" "$scratch/root/var/lib/dpkg/updates" "$scratch/root/var/log" "$scratch/made"
touch "$scratch/root/var/lib/dpkg/status" "$scratch/root/var/lib/dpkg/available"
cd "$scratch"
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$scratch/made" >cpack.log 2>&1 || { cat cpack.log; exit 1; }
package=$(ls made/*.deb)
dpkg-deb -I "$package" >control
for line in 'Package: drawbridge' 'Depends: .*libc6' 'Depends: .*libgcc-s1'; do
  grep -q "$line" control || { echo "FAILED: the package has no $line"; cat control; exit 1; }
done
! dpkg-deb -c "$package" | grep -vE ' \./(usr/.*)?$' || { echo "FAILED: the package has files outside /usr"; exit 1; }
begin=$(date +%s)
[ "$(id -u)" -eq 0 ] || force=--force-not-root
dpkg ${force:-} --root="$scratch/root" --force-depends --force-script-chrootless --no-triggers -i "$package" >dpkg.log 2>&1 || { cat dpkg.log; exit 1; }
usr=$scratch/root/usr
[ -e "$usr/lib/libdrawbridge.so.0" ] || { echo "FAILED: dpkg installed no library"; cat dpkg.log; exit 1; }
"$usr/bin/drawbridge" doctor >doctor.log || { cat doctor.log; exit 1; }
grep -q "^ok  *library  *$usr/lib/libdrawbridge.so.0" doctor.log || { cat doctor.log; exit 1; }
PKG_CONFIG_PATH=$usr/lib/pkgconfig
export PKG_CONFIG_PATH
gfortran $(pkg-config --variable=fortran_source drawbridge) "$root/tests/stranger/stranger.f90" -o solver $(pkg-config --libs drawbridge)
LD_LIBRARY_PATH=$usr/lib ./solver | grep -q '^drawbridge [0-9]'
took=$(($(date +%s) - begin))
[ "$took" -le 120 ] || { echo "FAILED: from the package to the first answer of a solver it took $took s, 120 are the goal"; exit 1; }
cmake -S "$root/tests/stranger" -B cmake -DCMAKE_PREFIX_PATH="$usr" >cmake.log 2>&1 && cmake --build cmake >>cmake.log 2>&1 || { cat cmake.log; exit 1; }
cmake/stranger | grep -q '^drawbridge [0-9]'
dpkg ${force:-} --root="$scratch/root" --force-depends --force-script-chrootless --no-triggers -r drawbridge >dpkg.log 2>&1 || { cat dpkg.log; exit 1; }
[ -z "$(find "$scratch/root/usr" -type f 2>/dev/null)" ] || { echo "FAILED: files stay after removal"; find "$scratch/root/usr" -type f | head; exit 1; }
echo "deb: ok, $took s from the package to the first answer"
