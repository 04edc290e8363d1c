#!/bin/sh
# build.sh FOLDER: the fake driver, NVRTC and NCCL of the tests, as libcuda.so.1, libnvrtc.so and libnccl.so.2 in FOLDER;
# FOLDER/old has those that are too old.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/old"
cc=${CC:-cc}
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared "$here/driver.c" "$here/stream.c" "$here/fibers.c" -o "$1/libcuda.so.1" -ldl
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared -DFAKE_FOLDER="\"$here\"" "$here/nvrtc.c" -o "$1/libnvrtc.so"
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared -DOLD -DFAKE_FOLDER="\"$here\"" "$here/nvrtc.c" -o "$1/old/libnvrtc.so"
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared "$here/stream.c" "$here/fibers.c" -o "$1/old/libcuda.so.1"
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared "$here/nccl.c" -o "$1/libnccl.so.2" -ldl
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared -DOLD "$here/nccl.c" -o "$1/old/libnccl.so.2" -ldl
