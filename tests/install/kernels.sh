# kernels.sh ROOT BUILD SCRATCH: the CMake project of docs/first_routine.md, section 6, builds against an installed library and
# runs; a routine that changes is translated again; what cannot be built is refused with the reason.
set -eu
root=$1 build=$2 scratch=$3
rm -rf "$scratch"
mkdir -p "$scratch/home" "$scratch/work" "$scratch/elsewhere"
HOME=$scratch/home
DRAWBRIDGE_DEVICE=host
export HOME DRAWBRIDGE_DEVICE
unset LD_LIBRARY_PATH CMAKE_PREFIX_PATH MAKEFLAGS MAKELEVEL || true
cmake --install "$build" --prefix "$HOME/drawbridge" >"$scratch/install.log"
page=$root/docs/first_routine.md
cd "$scratch/work"
awk '/^```/ {inside = !inside; kind = substr($0, 4); next}
  inside && kind == "cmake" {print > "CMakeLists.txt"}
  inside && kind == "fortran" {print > saved}
  !inside {while (match($0, /`[a-z]+\.f90`/)) {saved = substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH)}}' "$page"
sed -n '/^## 6/,/^## 7/s/^    //p' "$page" >commands
[ "$(grep -c . commands)" -eq 3 ] || { echo "FAILED: section 6 of the page has other commands"; cat commands; exit 1; }
sh -e ./commands >log 2>&1 || { cat log; exit 1; }
said='^sound speed  *[0-9.]* m/s, as by a direct call: T$'
grep -q "$said" log || { cat log; echo "FAILED: the solver of the page"; exit 1; }
cd "$scratch/elsewhere" && "$scratch/work/build/solver" | grep -q "$said" || { echo "FAILED: the solver in another folder"; exit 1; }
cd "$scratch/work"

# a routine that changes is translated and compiled again, both sides; one that is refused stays Fortran
first=$("$scratch/work/build/solver" 2>/dev/null)
grep -q 'sqrt(gamma\*p/rho)' gas.f90 && sed -i 's|sqrt(gamma\*p/rho)|sqrt(2*gamma*p/rho)|' gas.f90
sed -i 's|^end module|  subroutine noisy(x)\n    real(wp), intent(in) :: x\n    print *, x\n  end subroutine\nend module|' gas.f90
cmake --build build >log 2>&1 || { cat log; exit 1; }
grep -q 'refused: gas::noisy' log || { cat log; echo "FAILED: the build does not name the refused routine"; exit 1; }
second=$(build/solver 2>/dev/null)
echo "$second" | grep -q "$said" && [ "$first" != "$second" ] || { echo "FAILED: the changed routine: $first; $second"; exit 1; }
grep -q '2 \* ' build/mine_ported/set.cpp || grep -q 'sqrt' build/mine_ported/set.cpp || { echo "FAILED: the text for GPUs is old"; exit 1; }

# refused WORDS LINE...: configure or build fails and says the words; the lines come after find_package
refused() {
  words=$1
  shift
  rm -rf bad
  mkdir bad
  cp gas.f90 bad
  printf 'subroutine noisy(x)\n  real(8), intent(in) :: x\n  print *, x\nend subroutine\n' >bad/noisy.f90
  printf 'subroutine halve(x)\n  real(8), intent(inout) :: x(:)\n  x = x/2\nend subroutine\n' >bad/halve.f90
  printf 'subroutine race(n, u)\n  integer, intent(in) :: n\n  real(8), intent(inout) :: u(n)\n  integer :: i\n  do i = 2, n\n    u(i) = u(i) + u(i-1)\n  end do\nend subroutine\n' >bad/race.f90
  printf 'subroutine kept(x)\n  real(8), intent(inout) :: x\n  integer, save :: n = 0\n  if (x < 0) stop\n  n = n + 1\n  x = x/n\nend subroutine\n' >bad/kept.f90
  printf '%s\n' 'cmake_minimum_required(VERSION 3.22)' "project(bad LANGUAGES ${languages:-C CXX Fortran})" 'find_package(drawbridge REQUIRED)' "$@" >bad/CMakeLists.txt
  if (cd bad && cmake -B build -DCMAKE_PREFIX_PATH="$HOME/drawbridge" && cmake --build build) >bad.log 2>&1; then
    cat bad.log
    echo "FAILED: not refused: $*"
    exit 1
  fi
  tr -s ' \n' '  ' <bad.log | grep -q -e "$words" || { cat bad.log; echo "FAILED: $*: the log does not say: $words"; exit 1; }
  refusals=$((${refusals:-0} + 1))
}
refused 'noisy.f90:3: I/O (print).*no kernel to load' 'drawbridge_add_kernels(mine FILES noisy.f90)'
refused 'not for a library: halve: the argument x has an assumed shape.*no kernel to load' 'drawbridge_add_kernels(mine FILES halve.f90)'
refused 'gas::noisy' 'drawbridge_add_kernels(mine FILES gas.f90 ROUTINES density noisy)'
refused '\-\-routine viscosity: the files have no such routine' 'drawbridge_add_kernels(mine FILES gas.f90 ROUTINES viscosity)'
refused 'there is no file .*/bad/none.f90' 'drawbridge_add_kernels(mine FILES none.f90)'
refused 'no files are given' 'drawbridge_add_kernels(mine)'
refused "'gas.f90' is not expected" 'drawbridge_add_kernels(mine gas.f90)'
refused "SPECIES is 'two'" 'drawbridge_add_kernels(mine FILES gas.f90 SPECIES two)'
refused 'a target of this name already' 'add_library(mine INTERFACE)' 'drawbridge_add_kernels(mine FILES gas.f90)'
refused 'the Fortran compiler is .* (LLVMFlang)' 'set(CMAKE_Fortran_COMPILER_ID LLVMFlang)' 'drawbridge_add_kernels(mine FILES gas.f90)'
languages='C Fortran' refused 'the project has no language CXX' 'drawbridge_add_kernels(mine FILES gas.f90)'
refused 'kept.f90:4: STOP.*no kernel to load' 'drawbridge_add_kernels(mine FILES kept.f90 PER_POINT kept)'
refused 'the variable n of kept has SAVE, and threads would share it; .*--per-point kept.*no kernel\|the variable n, which keeps its value' 'drawbridge_add_kernels(mine FILES kept.f90 END_AT stop)'
refused 'not for a library: kept: its points have variables for themselves.*no kernel to load' 'drawbridge_add_kernels(mine FILES kept.f90 END_AT stop PER_POINT kept)'
refused 'END_AT' 'drawbridge_add_kernels(mine FILES kept.f90 END_AT)'
refused 'refused: the loops of race .*race.f90:6: u(i-1), which another point writes.*no kernel to load' 'drawbridge_add_kernels(mine FILES race.f90)'
refused '\-\-as-point rase: the files have no such routine' 'drawbridge_add_kernels(mine FILES race.f90 AS_POINT rase)'
sed -i 's/add_kernels(.*/add_kernels(mine FILES race.f90 AS_POINT race)/' bad/CMakeLists.txt
(cd bad && cmake -B build -DCMAKE_PREFIX_PATH="$HOME/drawbridge" && cmake --build build) >bad.log 2>&1 || { cat bad.log; echo "FAILED: AS_POINT"; exit 1; }
grep -q 'points_p_race' bad/build/mine_ported/points.cpp || { echo "FAILED: AS_POINT without the routine"; exit 1; }
sed -i '/stop/d' bad/kept.f90
sed -i 's/add_kernels(.*/add_kernels(mine FILES kept.f90 PER_POINT kept)/' bad/CMakeLists.txt
(cd bad && cmake -B build -DCMAKE_PREFIX_PATH="$HOME/drawbridge" && cmake --build build) >bad.log 2>&1 || { cat bad.log; echo "FAILED: PER_POINT"; exit 1; }
grep -q 'PACKS' bad/CMakeLists.txt && { echo "FAILED: PACKS is not tried"; exit 1; }
sed -i 's/add_kernels(.*/add_kernels(mine FILES gas.f90 PACKS)/' bad/CMakeLists.txt
(cd bad && cmake -B build -DCMAKE_PREFIX_PATH="$HOME/drawbridge" && cmake --build build) >bad.log 2>&1 || { cat bad.log; echo "FAILED: PACKS"; exit 1; }
grep -q 'f_packs' bad/build/mine_ported/points.cpp || { echo "FAILED: PACKS without packs"; exit 1; }
# the flags of the project are those of the translation
late='Set flags before the call'
refused "were '' at the call and are '-fopenmp' at the end of .*$late" 'drawbridge_add_kernels(mine FILES gas.f90)' 'set(CMAKE_Fortran_FLAGS -fopenmp)'
refused "$late" 'drawbridge_add_kernels(mine FILES gas.f90)' 'target_compile_options(mine PRIVATE -fdefault-real-8)'
refused "$late" 'drawbridge_add_kernels(mine FILES gas.f90)' 'set_source_files_properties(gas.f90 PROPERTIES COMPILE_OPTIONS -ffree-form)'
refused 'the flag -fdefault-integer-8 changes what the Fortran means' 'set(CMAKE_Fortran_FLAGS -fdefault-integer-8)' 'drawbridge_add_kernels(mine FILES gas.f90)'
refused 'the flag -fdec-math changes' 'set_source_files_properties(gas.f90 PROPERTIES COMPILE_OPTIONS -fdec-math)' 'drawbridge_add_kernels(mine FILES gas.f90)'
printf '%s\n' 'subroutine s(x, y)' '  real, intent(in) :: x' '  real, intent(out) :: y' '  y = 0.1*x + sqrt(abs(x))' 'end subroutine' >bad/default.f90
sed -i 's/add_kernels(.*/add_kernels(mine FILES default.f90)/; s/^set_source.*/add_compile_options($<$<COMPILE_LANGUAGE:Fortran>:-fdefault-real-8> $<$<COMPILE_LANGUAGE:Fortran>:-fdefault-double-8>)/' bad/CMakeLists.txt
(cd bad && cmake -B build -DCMAKE_PREFIX_PATH="$HOME/drawbridge" && cmake --build build) >bad.log 2>&1 || { cat bad.log; echo "FAILED: -fdefault-real-8"; exit 1; }
grep -q 'p_s(double \*v_x, double \*v_y)' bad/build/mine_ported/kernels.cpp || { echo "FAILED: the translation without -fdefault-real-8"; exit 1; }
# so are its names and folders for the preprocessor, also those that the target gets later
mkdir -p bad/inc
echo '#define KIND 8' >bad/inc/kind.h
printf '%s\n' '#include "kind.h"' '#ifdef FAST' 'subroutine s(x)' '  real(KIND), intent(inout) :: x' '  x = TIMES*x' 'end subroutine' '#endif' >bad/named.F90
sed -i 's/add_kernels(.*/add_kernels(mine FILES named.F90)\ntarget_compile_definitions(mine PRIVATE FAST TIMES=3)\ntarget_include_directories(mine PRIVATE inc)/; s/^add_compile_options.*//' bad/CMakeLists.txt
(cd bad && cmake -B build -DCMAKE_PREFIX_PATH="$HOME/drawbridge" && cmake --build build) >bad.log 2>&1 || { cat bad.log; echo "FAILED: names for the preprocessor"; exit 1; }
grep -q '3.0 \* (\*v_x)' bad/build/mine_ported/kernels.cpp || { echo "FAILED: the translation without the names of the target"; exit 1; }
rm "$HOME/drawbridge/bin/drawbridge"
refused "there is no command '.*/drawbridge/bin/drawbridge'" 'drawbridge_add_kernels(mine FILES gas.f90)'
echo "kernels: ok, $refusals refusals"
