# new_solver.sh BUILD SCRATCH: what drawbridge new solver writes builds against an installed library, by make and by CMake, and runs.
set -eu
build=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/work"
cmake --install "$build" --prefix "$scratch/prefix" >"$scratch/install.log"
unset PKG_CONFIG_PATH LD_LIBRARY_PATH MAKEFLAGS MAKELEVEL || true
cd "$scratch/work"
command=$scratch/prefix/bin/drawbridge
"$command" new solver nozzle >said
eval "$(tail -n 1 said)" >run.log 2>make.log || { cat make.log run.log; exit 1; }
cd "$scratch/work"
grep -q '^step  5: temperature  *[0-9.]* K, density  *[0-9.]* kg/m3, speed of sound  *[0-9.]* m/s$' run.log || { cat run.log; exit 1; }
cmake -S nozzle -B cmake -DCMAKE_PREFIX_PATH="$scratch/prefix" >configure.log || { cat configure.log; exit 1; }
cmake --build cmake >build.log || { cat build.log; exit 1; }
cmake/nozzle >cmake.log
grep '^step' run.log >by_make
grep '^step' cmake.log | cmp - by_make || { echo "make and CMake build programs that print different things"; exit 1; }

# refused PATTERN ARGUMENTS: exit code 2, one line, nothing written
refused() {
  pattern=$1
  shift
  before=$(find . | sort)
  status=0
  "$command" new "$@" >out 2>err || status=$?
  [ "$status" -eq 2 ] && grep -q -e "$pattern" err && [ "$(wc -l <err)" -eq 1 ] || { echo "FAILED: new $*: exit $status"; cat out err; exit 1; }
  rm out err
  [ "$before" = "$(find . | sort)" ] || { echo "FAILED: new $* wrote something"; exit 1; }
}
refused 'nozzle is there already' solver nozzle
for name in Nozzle 2d a-b ../up a/b '' "$(printf 'a%.0s' $(seq 41))"; do refused 'the name is ' solver "$name"; done
refused 'taken by CMake' solver test
refused 'taken by CMake' solver drawbridge
refused '0 arguments given, expected NAME' solver
refused '0 arguments given, expected NAME' kernel
refused 'nozzle is there already' kernel nozzle
refused 'no command "kernl"; nearest: kernel' kernl fast

# a new kernel translates, and equals its Fortran
PATH=$scratch/prefix/bin:$PATH
"$command" new kernel fast >said
(eval "$(tail -n 1 said)") >port.log 2>&1 || { cat port.log; exit 1; }
grep -q 'of [0-9]* values are equal bit for bit' port.log || { cat port.log; exit 1; }
echo "new_solver: ok"
