# cache_warm.sh COMMAND FAKE_FOLDER WORK: drawbridge cache warm says what is kept, and fails where nothing is. The
# compiler is the fake one of the tests.
set -eu
command=$1 fake=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
export DRAWBRIDGE_DRIVER="$fake" DRAWBRIDGE_CUDA="$fake"
unset DRAWBRIDGE_DEVICE

# judge TITLE CODE WORDS ARGUMENTS; the environment is the caller's
judge() {
  title=$1 code=$2 words=$3
  shift 3
  got=0
  "$command" cache warm --species O2 --collection preoscalcsoundspeed --points 100 "$@" >"$work/out" 2>&1 || got=$?
  [ "$got" -eq "$code" ] && grep -q -- "$words" "$work/out" || { echo "FAILED: $title: exit code $got, $code and '$words' expected"; cat "$work/out"; exit 1; }
  echo "$title: ok"
}

DRAWBRIDGE_CACHE=$work/cache judge 'compiled' 0 'for sm_90: 2 variants compiled, 0 found' --architecture sm_90
DRAWBRIDGE_CACHE=$work/cache judge 'found' 0 'for sm_90: 0 variants compiled, 2 found' --architecture sm_90
DRAWBRIDGE_CACHE=$work/cache judge 'a GPU that is too old' 2 'expected sm_80' --architecture sm_75
touch "$work/file"
DRAWBRIDGE_CACHE=$work/file/cache judge 'nowhere to keep it' 2 'nothing is kept, the cache cannot be written' --architecture sm_90
DRAWBRIDGE_CACHE=$work/file/cache judge 'nowhere to keep it on a GPU' 2 'nothing is kept, the cache cannot be written'
FAKE_CUDA_NVRTC=fail DRAWBRIDGE_CACHE=$work/cache judge 'a compiler that is broken' 2 'do not compile' --architecture sm_80
DRAWBRIDGE_CUDA=$work/nowhere DRAWBRIDGE_CACHE=$work/cache judge 'no compiler where one is named' 2 "was not found in $work/nowhere, which DRAWBRIDGE_CUDA names" --architecture sm_90
DRAWBRIDGE_CACHE=$work/cache2 judge 'outputs that nobody writes' 2 "'nope' is not an output; outputs are c" --architecture sm_90 --outputs nope
[ ! -d "$work/cache2" ] || { echo "FAILED: something was compiled first"; exit 1; }
echo "cache_warm: passed"
