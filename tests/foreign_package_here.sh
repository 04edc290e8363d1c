# foreign_package_here.sh BUILD SOURCE ARCHITECTURE: the CMake package of this build beside a library of the other processor,
# as a prefix is that both share; and beside no library. Needs no compiler of that processor: it stands in two bytes.
set -eu
build=$1 source=$2 own=$3
case $own in
  amd64) other=arm64 machine='\267\0' ;;
  arm64) other=amd64 machine='\076\0' ;;
esac
prefix=$build/tests/foreign_prefix
rm -rf "$prefix"
cmake --install "$build" --prefix "$prefix" >/dev/null
library=$(find "$prefix" -name libdrawbridge.so.0)
printf "$machine" | dd of="$library" bs=1 seek=18 conv=notrunc status=none # e_machine of the ELF header
sh "$source/tests/foreign_package.sh" "$source" "$prefix" "$own" "$other"
rm "$library"
if text=$(cmake -S "$source/tests/stranger" -B "$prefix/work" -DCMAKE_PREFIX_PATH="$prefix" 2>&1); then
  echo "FAILED: a package without its library is taken"
  exit 1
fi
case $(echo "$text" | tr -s ' \n' '  ') in # CMake breaks lines
  *'has no library'*libdrawbridge.so.0*) ;;
  *) echo "FAILED: the refusal does not name the library that is missing: $text"; exit 1 ;;
esac
echo "foreign_package_here: refused with a library of $other, and without one"
