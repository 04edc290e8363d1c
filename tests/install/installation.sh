# installation.sh ROOT SCRATCH: the commands of docs/installation.md work as printed, from an empty prefix, and again after the
# prefix has moved. The library itself is not built again.
set -eu
root=$1 scratch=$2 page=$1/docs/installation.md
rm -rf "$scratch"
mkdir -p "$scratch/home" "$scratch/work"
HOME=$scratch/home
export HOME
unset PKG_CONFIG_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH MAKEFLAGS MAKELEVEL || true
make() { command make -s -C "$root" -o build "$@"; }
cd "$scratch/work"
awk '/^```/ {inside = !inside; if (inside) {kind = substr($0, 4); n[kind]++}; next} inside {print > (kind n[kind])}' "$page"
mv cmake1 CMakeLists.txt
cp "$root/tests/stranger/stranger.f90" solver.f90
cp "$root/examples/c/properties.c" .
sed -n '/^```sh$/,/^```$/p' "$root/docs/c_reference.md" | sed '/^```/d' >c1
# sh1 installs, sh2 sets the environment, sh3 is doctor, sh4 CMake, sh5 pkg-config, sh6 the package, sh7 fpm, sh8 completions
. ./sh1
use() {
  . ./sh2
  [ "$(command -v drawbridge)" = "$prefix/bin/drawbridge" ] || { echo "FAILED: the PATH leads to $(command -v drawbridge)"; exit 1; }
  . ./sh3 >doctor.log || { cat doctor.log; exit 1; }
  grep -q "^ok  *library  *$prefix/lib/libdrawbridge.so.0, release" doctor.log || { cat doctor.log; exit 1; }
  rm -rf build solver
  . ./sh4 >cmake.log 2>&1 || { cat cmake.log; exit 1; }
  grep -q '^drawbridge [0-9]' cmake.log || { cat cmake.log; exit 1; }
  drawbridge doctor build/solver >doctor.log || { cat doctor.log; exit 1; }
  . ./sh5 >pkg_config.log 2>&1 || { cat pkg_config.log; exit 1; }
  grep -q '^drawbridge [0-9]' pkg_config.log || { cat pkg_config.log; exit 1; }
  [ "$(grep -c '^cc ' c1)" = 2 ] || { echo "FAILED: the C page has other lines than two to compile with"; exit 1; }
  while read -r line; do
    rm -f properties
    eval "$line"
    ./properties >/dev/null
  done <c1
  bash -c ". ./sh8; complete -p drawbridge" >/dev/null
}
prefix=$HOME/drawbridge
use
grep -o '^| `[^|]*|' "$page" | grep -oE '`[a-z]+/[^`]*`' | tr -d '`' | sort -u | while read -r path; do
  [ -e "$prefix/$path" ] || { echo "FAILED: the page names $path, which is not installed"; exit 1; }
done

# the tree moves, and the lines of the page with it
mv "$HOME/drawbridge" "$scratch/moved"
prefix=$scratch/moved
sed -i "s|\$HOME/drawbridge|$prefix|g" sh* c1
use

# a staged install has the same files
make install DESTDIR="$scratch/stage" PREFIX=/usr
(cd "$scratch/stage/usr" && find . -type f ! -name package.log | sort) >staged
(cd "$prefix" && find . -type f | sort) | cmp - staged || { echo "FAILED: a staged install has other files"; exit 1; }
echo "installation: ok"
