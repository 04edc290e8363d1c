# foreign_package_here.sh BUILD SOURCE ARCHITECTURE: the CMake package of this build, as if it came from the other processor.
# Needs no compiler of that processor: the package file names it.
set -eu
build=$1 source=$2 own=$3
case $own in
  amd64) other=arm64 ;;
  arm64) other=amd64 ;;
esac
prefix=$build/tests/foreign_prefix
rm -rf "$prefix"
mkdir -p "$prefix/lib/cmake/drawbridge" "$prefix/share/drawbridge"
cp "$source/fortran/drawbridge.f90" "$prefix/share/drawbridge/"
sed "s/built for $own/built for $other/; s/STREQUAL \"$own\"/STREQUAL \"$other\"/" "$build/drawbridgeConfig.cmake" >"$prefix/lib/cmake/drawbridge/drawbridgeConfig.cmake"
cp "$build/drawbridgeConfigVersion.cmake" "$prefix/lib/cmake/drawbridge/"
grep -q "STREQUAL \"$other\"" "$prefix/lib/cmake/drawbridge/drawbridgeConfig.cmake" || { echo "FAILED: the package does not name its processor"; exit 1; }
sh "$source/tests/foreign_package.sh" "$source" "$prefix" "$own" "$other"
