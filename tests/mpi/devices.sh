#!/usr/bin/env bash
# devices.sh FAKE_FOLDER: which devices ranks take where nobody names one, and what is said of it. The GPUs are the
# fake ones of the tests. RANKS_PROGRAM and MPIRUN come from the environment.
set -uo pipefail
fake=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset DRAWBRIDGE_DEVICE
export DRAWBRIDGE_DRIVER="$fake" DRAWBRIDGE_CUDA="$fake" DRAWBRIDGE_CACHE="$fake/cubin" FAKE_CUDA_DEVICES=2

fail() { echo "devices.sh: $*"; cat out err; exit 1; }
# launch RANKS WHICH VARIABLE: the variable is there on the ranks that match
launch() {
  timeout 3000 "$MPIRUN" -n "$1" bash -c 'case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in '"$2"') export '"$3"' ;; esac; exec "$0" gpus' "$RANKS_PROGRAM" >out 2>err || fail "exit code $?"
}
said() { # COUNT-OF-LINES WORDS
  [ "$(grep -c . err)" -eq "$1" ] || fail "$1 lines on standard error expected"
  [ -z "$2" ] || grep -q -- "$2" err || fail "standard error says nothing of '$2'"
}
on() { [ "$(grep -c "^ *[0-9].* $1" out)" -gt 0 ] && ! grep -q "^ *[0-9].* $2" out || fail "not all on $1"; }

launch 4 none X=1
said 0 ''
on cuda: 'host avx'
launch 4 3 FAKE_CUDA_FAIL=cuDevicePrimaryCtxRetain:2
said 1 'all ranks run on the CPU, because 1 of 4 ranks (3) have no usable GPU: rank 3: .*CUDA_ERROR_OUT_OF_MEMORY'
on host cuda:
launch 4 '0|2' FAKE_CUDA_DEVICES=0
said 1 'because 2 of 4 ranks (0, 2) have no usable GPU: rank 0: '
on host cuda:
launch 3 '*' FAKE_CUDA_FAIL=cuDevicePrimaryCtxRetain:2
said 1 'no GPU is used, running on the CPU: rank 0: .*CUDA_ERROR_OUT_OF_MEMORY'
on host cuda:
launch 3 '*' FAKE_CUDA_DEVICES=0
said 0 ''
launch 2 1 'DRAWBRIDGE_DEVICE=host'
said 0 ''
grep -q 'cuda:0' out || fail "who asks for the host takes the GPU of another rank"
# Plans of one stripe use no queues of their own where more than 8 ranks share a GPU: those that do, under whatever number they see it.
crowd="plans of one stripe use no queues of their own: about 10 ranks share the GPU"
launch 10 '*' DRAWBRIDGE_DEVICE=cuda:0
grep -q "$crowd" out || fail "10 ranks on one of two GPUs: no '$crowd'"
launch 10 '*' 'FAKE_CUDA_DEVICES=1 FAKE_CUDA_FIRST=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}'
! grep -q "share the GPU" out || fail "10 ranks, each of which sees a GPU of its own, and yet they share one"
echo "devices: ok"
