# poisoned_cache.sh COMMAND FAKE_FOLDER WORK: whatever lies in the place of a compiled kernel, it is compiled anew and kept
# whole; nothing hangs, nothing foreign is taken. The compiler is the fake one of the tests.
set -eu
command=$1 fake=$2 work=$3
rm -rf "$work"
mkdir -p "$work/cache"
export DRAWBRIDGE_DRIVER="$fake" DRAWBRIDGE_CUDA="$fake" DRAWBRIDGE_CACHE="$work/cache"
unset DRAWBRIDGE_DEVICE
fail() { echo "FAILED: $1"; [ ! -f "$work/out" ] || cat "$work/out"; exit 1; }

warm() { # TITLE WORDS
  timeout 120 "$command" cache warm --species O2 --collection preoscalcsoundspeed --points 100 --architecture sm_90 >"$work/out" 2>&1 || fail "$1: exit code $?"
  grep -q -- "$2" "$work/out" || fail "$1: '$2' expected"
  timeout 20 "$command" cache list --json >"$work/list" || fail "$1: the list of the cache"
  ! grep -q '"whole": false' "$work/list" || fail "$1: an entry is not whole after it"
  [ -z "$(find "$work/cache" -name '*.part-*')" ] || fail "$1: a part of an entry is left"
  echo "$1: ok"
}

warm 'empty' '2 variants compiled, 0 found'
warm 'whole' '0 variants compiled, 2 found'
set -- "$work"/cache/*.cubin
first=$1 second=$2
truncate -s 100 "$first"
warm 'an entry that is cut off' '1 variants compiled, 1 found'
head -c 5000 /dev/urandom >"$first"
warm 'foreign bytes' '1 variants compiled, 1 found'
cp "$second" "$first"
warm 'the code of another kernel' '1 variants compiled, 1 found'
: >"$first"
warm 'an empty file' '1 variants compiled, 1 found'
rm "$first" && mkfifo "$first"
warm 'a pipe' '1 variants compiled, 1 found'
rm "$first" && ln -s /dev/zero "$first"
warm 'a device' '1 variants compiled, 1 found'
for lock in "$work"/cache/.lock-*; do rm "$lock" && mkfifo "$lock"; done
rm "$first"
warm 'pipes in the place of locks' '1 variants compiled, 1 found'
(: >"$first.part-$(hostname | tr - _)-$(head -c 8 /proc/sys/kernel/random/boot_id)-$(readlink /proc/self/ns/pid | tr -dc 0-9)-999999999-1")
rm "$first"
warm 'what a killed run left' '1 variants compiled, 1 found'
echo "poisoned_cache: passed"
