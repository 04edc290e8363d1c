# nccl_faults.sh FOLDER: NCCL that is missing, too old or at fault, and an MPI that takes no addresses of a GPU. FOLDER has the fake libraries.
set -u
fake=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

program_of() { [ "$1" = answers ] && echo "$DOMAINS" || echo "$FAILURES"; }
# run PROGRAM_CASE RANKS SETTINGS...: output in $work/out, the report in $work/report
run() {
  program=$1 ranks=$2
  shift 2
  rm -f "$work/report"
  env "$@" DRAWBRIDGE_REPORT="$work/report" timeout 3000 "$MPIRUN" -n "$ranks" "$(program_of "$program")" "$program" >"$work/out" 2>&1
  code=$?
  [ $code -ne 124 ] || wrong "it hangs: $*"
  touch "$work/report"
  now="$*"
}
wrong() {
  echo "$1"
  failed=1
}
has() { grep -q -e "$2" "$work/$1" || { wrong "$now: no '$2' in the $1:"; cat "$work/$1"; }; }
all_ranks() { for rank in 0 1; do has out "rank $rank after [0-9]* s: .*$1"; done; }
soon() { # no rank waits longer than its patience of 3 s, with a margin for a slow machine
  seconds=$(sed -n 's/^rank . after \([0-9]*\) s.*/\1/p' "$work/out" | sort -n | tail -1)
  [ "${seconds:-99}" -le 7 ] || { wrong "$now: a rank waited ${seconds:-?} s"; cat "$work/out"; }
}
export DRAWBRIDGE_PATIENCE=3

# a library that is not there, lacks a function, or is too old
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl DRAWBRIDGE_NCCL="$work/nothing"
all_ranks "DRAWBRIDGE_TRANSPORT=nccl cannot be used: rank 0: no NCCL (libnccl.so.2) at $work/nothing"
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl DRAWBRIDGE_NCCL="$fake/old"
all_ranks "the library has no ncclCommGetAsyncError; NCCL 2.14 or later is expected"
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl DRAWBRIDGE_NCCL="$fake" FAKE_NCCL_VERSION=20805
all_ranks "NCCL 2.8 is too old"
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl DRAWBRIDGE_NCCL=off
all_ranks "DRAWBRIDGE_NCCL=off"
run answers 2 DRAWBRIDGE_TRANSPORT=auto DRAWBRIDGE_NCCL="$work/nothing"
has out " 0 failed"
has report "not NCCL: rank 0: no NCCL"

# ranks that share a GPU, a name that is none, an MPI that is not device-aware
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl DRAWBRIDGE_NCCL="$fake" FAKE_CUDA_DEVICES=1
all_ranks "ranks 0 and 1 share a GPU"
run faulty 2 DRAWBRIDGE_TRANSPORT=pigeon
has out "'pigeon' is not one of auto, ipc, nccl, mpi, staging"
run faulty 2 DRAWBRIDGE_TRANSPORT=mpi
all_ranks "MPIX_Query_cuda_support"
run faulty 2 DRAWBRIDGE_TRANSPORT=mpi DRAWBRIDGE_DEVICE_MPI=off
all_ranks "DRAWBRIDGE_DEVICE_MPI=off"
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl DRAWBRIDGE_DEVICE=host
has out "domain: DRAWBRIDGE_TRANSPORT=nccl: rank 0 has no GPU"

# a communicator that one rank does not join; calls that fail
export DRAWBRIDGE_NCCL="$fake"
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAULT=never:1 FAKE_NCCL_RANK=1
all_ranks "not every rank came within 1 s"
soon
run answers 2 DRAWBRIDGE_TRANSPORT=auto FAKE_NCCL_FAULT=never:1 FAKE_NCCL_RANK=1
has out " 0 failed"
has report "not NCCL: .*not every rank came within 1 s"
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAIL=ncclCommInitRankConfig:2
all_ranks "ncclCommInitRankConfig: planted by a test"
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAIL=ncclSend:5:12 FAKE_NCCL_RANK=1
has out "rank 1 after [0-9]* s: .*ncclSend: planted by a test: the fake NCCL of"
has out "rank 0 after [0-9]* s: .*rank 1"
soon
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAIL=ncclCommGetAsyncError:6:15 FAKE_NCCL_RANK=1
has out "rank 1 after [0-9]* s: .*network error"
has out "rank 0 after [0-9]* s: .*rank 1"
soon

# messages that are lost, damaged or late: in the proof (6 messages of a rank) and in a run
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAULT=drop:3 FAKE_NCCL_RANK=1
has out "rank 0 after [0-9]* s: .*the proof failed: exchange along z with rank 1 by NCCL: not every rank came within 1 s"
has out "rank 1 after [0-9]* s: .*not NCCL: rank 0 cannot"
soon
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAULT=damage:4 FAKE_NCCL_RANK=1
has out "rank 0 after [0-9]* s: .*the proof failed: exchange along z: bytes of rank 1 are wrong or missing"
soon
run answers 2 DRAWBRIDGE_TRANSPORT=auto FAKE_NCCL_FAULT=damage:2 FAKE_NCCL_RANK=1
has out " 0 failed"
has report "not NCCL: the proof failed: .*bytes of rank 1 are wrong or missing"
run answers 2 DRAWBRIDGE_TRANSPORT=auto FAKE_NCCL_FAULT=drop:2 FAKE_NCCL_RANK=1
has out " 0 failed"
has report "not NCCL: the proof failed: exchange along . with rank 1 by NCCL: not every rank came within 1 s"
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAULT=drop:13 FAKE_NCCL_RANK=1
has out "rank 0 after [0-9]* s: .*\(with rank 1 by NCCL: not every rank came within 3 s\|a message of rank 1 is lost\)"
soon
run faulty 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAULT=head:13 FAKE_NCCL_RANK=1
has out "rank 0 after [0-9]* s: .*rank 1 sends other fields"
run answers 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_NCCL_FAULT=delay:13:500 FAKE_NCCL_RANK=1
has out " 0 failed"
run answers 2 DRAWBRIDGE_TRANSPORT=nccl FAKE_CUDA_LAZY=1
has out " 0 failed"
exit $failed
