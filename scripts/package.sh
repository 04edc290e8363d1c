#!/usr/bin/env bash
# Makes a Debian package and a Python wheel of this tree, in build/packages/. The build for it is in build/package/.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/dependencies.sh
unset MAKEFLAGS MAKELEVEL # of the make that called us: its job server is not CMake's
build=$PWD/build/package packages=$PWD/build/packages
mkdir -p "$build" "$packages"
rm -f "$packages"/drawbridge[_-]* # of an older release
quiet() { "$@" >"$build/package.log" 2>&1 || { cat "$build/package.log" >&2; exit 1; }; }
quiet cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DDRAWBRIDGE_TESTS=OFF -DDRAWBRIDGE_PACKAGE=ON
quiet cmake --build "$build" --parallel "$(nproc)"
if command -v dpkg-shlibdeps >/dev/null; then
  (cd "$build" && quiet cpack -G DEB -B "$build/deb")
  mv "$build"/deb/*.deb "$packages"
else
  echo "no Debian package is made: there is no dpkg-shlibdeps (package dpkg-dev)"
fi
quiet cmake --build "$build" --target wheel
rm -rf "$build/stage"
quiet cmake --install "$build" --prefix "$build/stage"
python3 packaging/wheel.py "$build/stage" "$build/wheel" "$packages"
ls "$packages"/* | sed "s|^$PWD/||"
