# sanitize.sh SOURCE WORK GO PART...: the C and C++ parts under the sanitizers of the compiler, the Go parts under the race
# detector; a line for each part, with its seconds. Parts: pool_threads pool_memory go_memory kernels_memory go_race, and
# pool_plain, which is the program of the first two without a sanitizer.
set -u
source=$1 work=$2 go=$3
shift 3
mkdir -p "$work"
cd "$source" || exit 1
pool="tests/sanitizers/pool.c device/host/pool.c device/host/copies.c device/host/bits.c device/host/memory.c"
undefined="-fsanitize=undefined -fno-sanitize-recover=undefined"
export ASAN_OPTIONS=detect_leaks=0 # the Go runtime's memory is none of its business
bad=0

# by_name COMPILER NAME OTHER: the go command takes -asan only from a compiler whose --version begins with gcc or clang, not
# with cc, as Debian's link to gcc says. NAME is what it is called where it is GNU's, OTHER where it is clang.
by_name() {
  said=$($1 --version) || { echo "sanitize.sh: $1 --version fails" >&2; exit 2; }
  case $said in
    gcc* | clang* | g++*) echo "$1" ;;
    *Free\ Software\ Foundation*) echo "$2" ;;
    *) echo "$3" ;;
  esac
}
CC=$(by_name "${CC:-cc}" gcc clang) || exit 2
CXX=$(by_name "${CXX:-c++}" g++ clang++) || exit 2
export CC CXX

pool_plain() { $CC -O1 -pthread -Wall -Wextra -Werror $pool -o "$work/pool_plain" && "$work/pool_plain" 20; }
pool_threads() { $CC -g -O1 -pthread -fsanitize=thread $pool -o "$work/pool_threads" && TSAN_OPTIONS=halt_on_error=1 "$work/pool_threads" 20; }
pool_memory() {
  $CC -g -O1 -pthread -fsanitize=address $undefined $pool -o "$work/pool_memory" && ASAN_OPTIONS=detect_leaks=1 "$work/pool_memory" 40
}
go_memory() { "$go" test -asan -count=1 ./device/host ./device/hostmemory ./device/memcheck ./views; }
# Both sanitizers, every instruction set: some minutes of compiling. Instrumented, the paths of one kernel contract different
# products into fused operations; the tests that compare them bit for bit want none contracted. Tests of symbols run no kernel.
kernels_memory() {
  CGO_CXXFLAGS="-O1 -ffp-contract=off $undefined" CGO_LDFLAGS="${CGO_LDFLAGS:-} -fsanitize=undefined" "$go" test -asan -count=1 -timeout 50m \
    -skip 'Symbol' ./kernels/set
}
go_race() { "$go" test -race -count=1 ./report ./settings ./status ./views ./device/host ./device/memcheck ./properties/species; }

for part in "$@"; do
  begin=$(date +%s)
  if "$part" >"$work/$part.log" 2>&1; then said=passed; else said=FAILED bad=1; cat "$work/$part.log"; fi
  echo "$part: $said, $(($(date +%s) - begin)) s"
done
exit $bad
