# default_device.sh PROGRAM FAKE_FOLDER WORK: which device runs where nobody names one, and what is said of it.
# The GPU is the fake one of the tests: how a choice is made needs no other.
set -eu
program=$1 fake=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
unset DRAWBRIDGE_DEVICE DRAWBRIDGE_DRIVER CUDA_HOME CUDA_PATH
export DRAWBRIDGE_CACHE=off

# judge TITLE WORDS-OF-THE-REPORT WORDS-ON-STDERR (or none); the environment is the caller's
judge() {
  if ! "$program" >"$work/out" 2>"$work/err"; then
    echo "FAILED: $1: the program ends with an error"; cat "$work/out" "$work/err"; exit 1
  fi
  grep -q -- "$2" "$work/out" || { echo "FAILED: $1: the report says nothing of '$2'"; cat "$work/out"; exit 1; }
  if [ "$3" = none ]; then
    [ ! -s "$work/err" ] || { echo "FAILED: $1: something is said:"; cat "$work/err"; exit 1; }
  else
    grep -q -- "$3" "$work/err" || { echo "FAILED: $1: standard error says nothing of '$3'"; cat "$work/err"; exit 1; }
    [ "$(wc -l <"$work/err")" -eq 1 ] || { echo "FAILED: $1: more than one line:"; cat "$work/err"; exit 1; }
  fi
  echo "$1: ok"
}

export DRAWBRIDGE_DRIVER="$fake" DRAWBRIDGE_CUDA="$fake"
judge 'a GPU that works is taken' 'device cuda:0: no device is set, and this GPU works' none
DRAWBRIDGE_DEVICE=host judge 'the setting wins' '^device: host\|host [a-z0-9]*, [0-9]* thread' none
DRAWBRIDGE_ISA=baseline judge 'an instruction set means the host' 'host baseline' none
DRAWBRIDGE_ISA=baseline judge 'and that is the reason' 'running on the CPU: DRAWBRIDGE_ISA selects it' none
DRAWBRIDGE_DEVICE=host DRAWBRIDGE_TUNE=off judge 'what is for a GPU, on a host' 'settings: device=host (DRAWBRIDGE_DEVICE), .*tune=off (DRAWBRIDGE_TUNE), cuda=' 'DRAWBRIDGE_TUNE=off does nothing on the device host'
DRAWBRIDGE_DEVICE=host DRAWBRIDGE_DEBUG=log judge 'a word for a GPU, on a host' 'debug=log (DRAWBRIDGE_DEBUG)' 'DRAWBRIDGE_DEBUG=log does nothing on the device host'
DRAWBRIDGE_DEVICE=host DRAWBRIDGE_CACHE=$work/cache judge 'where something for a GPU lies, on a host' 'cache=.*cuda=.*driver=' none
DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=$work/none/log judge 'a log without a folder' 'log=.*none/log (DRAWBRIDGE_LOG)' 'warnings go to standard error (here, since the log .*none/log cannot be written: '
DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=$work judge 'a log that is a folder' 'settings: ' 'since the log .* cannot be written: is a directory'
DRAWBRIDGE_DEVICE=host DRAWBRIDGE_LOG=$work/log judge 'a log that can be written' 'settings: ' none
FAKE_CUDA_DEVICES=0 judge 'no device' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' none
FAKE_CUDA_FAIL=cuInit:100 judge 'a driver without a GPU' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' none
FAKE_CUDA_FAIL=cuInit:999 judge 'a driver that is broken' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'is not used, running on the CPU: .*cuInit'
FAKE_CUDA_FAIL=cuDevicePrimaryCtxRetain:2 judge 'a GPU that is full' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'is not used, running on the CPU: .*CUDA_ERROR_OUT_OF_MEMORY'
FAKE_CUDA_ARCH=75 judge 'a GPU that is too old' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'is sm_75, the kernels need sm_80 or later'
for bytes in 64 500 1000 2000 4000 5000 6000 7000; do # too few for the trial, for the species data, for the views
  FAKE_CUDA_MEMORY=$bytes judge "a GPU with $bytes bytes" 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'is not used, running on the CPU: .*\(no device memory for\|GB free\)'
done
FAKE_CUDA_MEMORY=20000 judge 'a GPU with enough' 'device cuda:0: no device is set, and this GPU works' none
small=$program program=$work/large
printf '#!/bin/sh\nexec "%s" 100000\n' "$small" >"$program"
chmod +x "$program"
# views of 20 doubles a point, three stripes at a time: 48 MB
FAKE_CUDA_MEMORY=40000000 judge 'a GPU with room for one stripe' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' '0.04 GB free, views of max_block = 100000 points need 0.0[0-9]* GB (eosthermalandviscousproperties, 3 stripes'
FAKE_CUDA_MEMORY=40000000 DRAWBRIDGE_OVERLAP=off judge 'which is enough for one at a time' 'device cuda:0: no device is set, and this GPU works' none
FAKE_CUDA_MEMORY=90000000 judge 'a GPU with room for all' 'device cuda:0: no device is set, and this GPU works' none
program=$small
OMPI_COMM_WORLD_LOCAL_RANK=2 OMPI_COMM_WORLD_LOCAL_SIZE=4 FAKE_CUDA_FAIL=cuDevicePrimaryCtxRetain:2 judge 'a rank that has no communicator' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'the GPU of rank 2 is not used'
FAKE_CUDA_FAIL=cuLaunchKernel:700 judge 'a GPU on which nothing runs' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'is not used, running on the CPU: .*kernel totalenthalpy.*CUDA_ERROR'
FAKE_CUDA_NVRTC=fail judge 'a compiler that is broken' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'is not used, running on the CPU: .*kernel totalenthalpy'
DRAWBRIDGE_CUDA=$work judge 'no compiler' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'NVRTC.*was not found'
DRAWBRIDGE_DRIVER=$work judge 'no driver where one was named' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'no NVIDIA driver.*DRAWBRIDGE_DRIVER names'
FAKE_CUDA_TRACE=$work/trace FAKE_CUDA_NVRTC=fail judge 'and its context is given back' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' 'kernel totalenthalpy'
[ "$(grep -c cuDevicePrimaryCtxRetain "$work/trace")" -eq "$(grep -c cuDevicePrimaryCtxRelease "$work/trace")" ] || { echo "FAILED: a context is kept"; exit 1; }
unset DRAWBRIDGE_DRIVER DRAWBRIDGE_CUDA
if ! ls /dev/nvidia[0-9]* >/dev/null 2>&1; then
  judge 'neither driver nor GPU' 'running on the CPU: .*Set DRAWBRIDGE_DEVICE=host to choose this' none
fi
if FAKE_CUDA_FAIL=cuLaunchKernel:1 DRAWBRIDGE_DRIVER=$fake DRAWBRIDGE_CUDA=$fake DRAWBRIDGE_DEVICE=cuda "$program" >"$work/out" 2>&1; then
  echo "FAILED: a GPU that was asked for and fails is replaced"; cat "$work/out"; exit 1
fi
if DRAWBRIDGE_TUNE=point_nere "$program" >"$work/out" 2>&1 || ! grep -q "variant 'point_nere' is not known; did you mean 'point_near'? Expected is on, off or one of .*point_extents" "$work/out"; then
  echo "FAILED: a layout that nobody knows is taken"; cat "$work/out"; exit 1
fi
echo "default_device: passed"
