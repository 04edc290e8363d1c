#!/bin/sh
# build.sh FOLDER: the fake driver, compiler at run time and collectives of the tests in FOLDER, under NVIDIA's names (libcuda.so.1, libnvrtc.so,
# libnccl.so.2) and under AMD's (libamdhip64.so.6, libhiprtc.so.6, librccl.so.1); FOLDER/old has those that are too old.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/old"
# make_all FOLDER DRIVER COMPILER COLLECTIVES INIT FLAGS
make_all() {
  cc="${CC:-cc} -std=gnu11 -O1 -Wall -Wextra -fPIC -shared $6"
  $cc "$here/driver.c" "$here/stream.c" "$here/fibers.c" -o "$1/$2" -ldl
  $cc -DFAKE_FOLDER="\"$here\"" "$here/nvrtc.c" -o "$1/$3"
  $cc -DOLD -DFAKE_FOLDER="\"$here\"" "$here/nvrtc.c" -o "$1/old/$3"
  echo "int $5(unsigned flags) { return (int)flags; }" | $cc -x c - "$here/stream.c" "$here/fibers.c" -o "$1/old/$2"
  $cc -DFAKE_DRIVER="\"$2\"" "$here/nccl.c" -o "$1/$4" -ldl
  $cc -DOLD -DFAKE_DRIVER="\"$2\"" "$here/nccl.c" -o "$1/old/$4" -ldl
}
make_all "$1" libcuda.so.1 libnvrtc.so libnccl.so.2 cuInit ""
make_all "$1" libamdhip64.so.6 libhiprtc.so.6 librccl.so.1 hipInit -DFAKE_HIP
