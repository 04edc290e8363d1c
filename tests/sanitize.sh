# sanitize.sh SOURCE WORK GO PART...: the C and C++ parts under the sanitizers of the compiler, the Go parts under the race
# detector; a line for each part, with its seconds. Parts: pool_threads pool_memory go_memory kernels_memory go_race
set -u
source=$1 work=$2 go=$3
shift 3
mkdir -p "$work"
cd "$source" || exit 1
pool="tests/sanitizers/pool.c device/host/pool.c device/host/copies.c device/host/bits.c device/host/memory.c"
undefined="-fsanitize=undefined -fno-sanitize-recover=undefined"
export ASAN_OPTIONS=detect_leaks=0 # the Go runtime's memory is none of its business
bad=0

pool_threads() { ${CC:-cc} -g -O1 -pthread -fsanitize=thread $pool -o "$work/pool_threads" && TSAN_OPTIONS=halt_on_error=1 "$work/pool_threads" 20; }
pool_memory() {
  ${CC:-cc} -g -O1 -pthread -fsanitize=address $undefined $pool -o "$work/pool_memory" && ASAN_OPTIONS=detect_leaks=1 "$work/pool_memory" 40
}
go_memory() { "$go" test -asan -count=1 ./device/host ./device/hostmemory ./device/memcheck ./views; }
kernels_memory() { # both, of every instruction set: some minutes of compiling
  CGO_CXXFLAGS="-O1 $undefined" CGO_LDFLAGS="${CGO_LDFLAGS:-} -fsanitize=undefined" "$go" test -asan -count=1 ./kernels
}
go_race() { "$go" test -race -count=1 ./report ./settings ./status ./views ./device/host ./device/memcheck ./properties/species; }

for part in "$@"; do
  begin=$(date +%s)
  if "$part" >"$work/$part.log" 2>&1; then said=passed; else said=FAILED bad=1; cat "$work/$part.log"; fi
  echo "$part: $said, $(($(date +%s) - begin)) s"
done
exit $bad
