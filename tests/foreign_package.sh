# foreign_package.sh SOURCE PREFIX WANTED BUILT: a host's build for the processor WANTED refuses the installed library of BUILT,
# and says both names and what to do.
set -eu
source=$1 prefix=$(cd "$2" && pwd) wanted=$3 built=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if cmake -S "$source/tests/stranger" -B "$work" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" 2>&1; then
  echo "FAILED: a build for $wanted takes the library of $built"
  exit 1
fi
# CMake breaks long lines
text=$(tr -s ' \n' '  ' <"$work/log")
for part in "is built for $built" "this build is for $wanted" 'docs/platforms.md'; do
  case $text in
    *"$part"*) ;;
    *) cat "$work/log"; echo "FAILED: the refusal does not say '$part'"; exit 1 ;;
  esac
done
echo "foreign_package: refused"
