# Libraries of another processor, and how they are refused.
#   foreign.sh isa WISH OWN OTHER PROGRAM...         with DRAWBRIDGE_ISA=WISH, an instruction set of the processor OTHER, a host's program ends
#                                                    with the code of "not available" (7); the message names the wish, both processors and what to do
#   foreign.sh package SOURCE PREFIX WANTED BUILT    a host's build for the processor WANTED refuses the installed library of BUILT,
#                                                    and says both names and what to do
#   foreign.sh here BUILD SOURCE ARCHITECTURE        the CMake package of this build next to a library of the other processor, as a prefix is that
#                                                    both share; and next to no library. Needs no compiler of that processor: it stands in two bytes
set -eu

isa() {
  wish=$1 own=$2 other=$3
  shift 3
  code=0
  text=$(DRAWBRIDGE_DEVICE=host DRAWBRIDGE_ISA=$wish "$@" 2>&1) || code=$?
  bad=0
  [ "$code" -eq 7 ] || { bad=$((bad + 1)); echo "FAILED: DRAWBRIDGE_ISA=$wish: exit code $code, 7 expected"; }
  for part in "DRAWBRIDGE_ISA: $wish is an instruction set of $other" "built for $own" 'unset DRAWBRIDGE_ISA'; do
    case $text in
      *"$part"*) ;;
      *) bad=$((bad + 1)); echo "FAILED: the message does not say '$part': $text" ;;
    esac
  done
  echo "foreign_isa: 4 checks, $bad failed"
  [ "$bad" -eq 0 ]
}

package() {
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
}

here() {
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
  package "$source" "$prefix" "$own" "$other"
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
}

"$@"
