# compilers.sh ROOT BUILD SCRATCH: every Fortran compiler of the PATH compiles drawbridge.f90 and two programs, which run: the README's
# first program, and the heat example in a small size. Each compiler that is not there is named in one line.
set -eu
root=$1 build=$2 scratch=$3
rm -rf "$scratch"
mkdir -p "$scratch"
tried=0
absent=
for compiler in gfortran gfortran-11 gfortran-12 gfortran-13 gfortran-14 gfortran-15 flang flang-new flang-18 flang-19 flang-new-19 flang-20 flang-21 ifx nvfortran lfortran; do
  command -v "$compiler" >/dev/null 2>&1 || { absent="$absent $compiler"; continue; }
  same=$(readlink -f "$(command -v "$compiler")")
  case " ${seen:-} " in *" $same "*) continue ;; esac
  seen="${seen:-} $same"
  mkdir -p "$scratch/$compiler"
  cd "$scratch/$compiler"
  sed -n '/^```fortran$/,/^```$/p' "$root/README.md" | sed '1d;$d' >first.f90
  link="-L$build/lib -ldrawbridge -Wl,-rpath,$build/lib"
  "$compiler" -O1 "$root/fortran/drawbridge.f90" first.f90 -o first $link >compile.log 2>&1 || { echo "FAILED: $compiler does not compile the README's program"; head -n 30 compile.log; exit 1; }
  DRAWBRIDGE_LOG=off ./first >first.log 2>&1 || { echo "FAILED: $compiler: the README's program does not run"; cat first.log; exit 1; }
  grep -q '^density  *[0-9.]* kg/m3, speed of sound  *[0-9.]* m/s$' first.log || { echo "FAILED: $compiler"; cat first.log; exit 1; }
  [ -f "$scratch/answer" ] || head -n 1 first.log >"$scratch/answer"
  head -n 1 first.log | cmp - "$scratch/answer" || { echo "FAILED: $compiler prints other numbers"; cat first.log; exit 1; }
  "$compiler" -O1 "$root/fortran/drawbridge.f90" "$root"/examples/support/*.f90 "$root"/examples/heat/*.f90 -o heat $link >compile.log 2>&1 ||
    { echo "FAILED: $compiler does not compile the heat example"; head -n 30 compile.log; exit 1; }
  DRAWBRIDGE_LOG=off ./heat cells=32 output=none >heat.log 2>&1 || { echo "FAILED: $compiler: the heat example does not run"; cat heat.log; exit 1; }
  echo "$compiler: ok ($("$compiler" --version | head -n 1))"
  tried=$((tried + 1))
done
# Flags that hosts compile with: reads beyond the end of something, local variables that are saved, and other kinds.
if command -v gfortran >/dev/null 2>&1; then
  cd "$scratch"
  sh "$(dirname "$0")/kinds.sh" "$root" "$link"
  printf '%s\n' 'program names' 'use drawbridge' 'type(frame_t) :: frame' "call frame%initialize(species=['CH4','O2 '], log='off')" \
    'print *, frame%names' 'call frame%finalize()' 'end program' >names.f90
  if gfortran -g -fsanitize=address "$root/fortran/drawbridge.f90" names.f90 -o names $link 2>sanitizer.log; then
    ASAN_OPTIONS=detect_leaks=0 ./names >names.log 2>&1 || { echo "FAILED: AddressSanitizer"; head -n 20 names.log; exit 1; }
  fi
fi
[ "$tried" -gt 0 ] || { echo "skipped: there is no Fortran compiler of the list on the PATH"; exit 77; }
echo "not here:$absent"
