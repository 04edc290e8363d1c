#!/bin/sh
# build.sh FOLDER: the fake driver and the fake NVRTC of the tests, as libcuda.so.1 and libnvrtc.so in FOLDER;
# FOLDER/old has an NVRTC and a driver that are too old.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/old"
cc=${CC:-cc}
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared "$here/driver.c" "$here/stream.c" "$here/fibers.c" -o "$1/libcuda.so.1" -ldl
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared -DFAKE_FOLDER="\"$here\"" "$here/nvrtc.c" -o "$1/libnvrtc.so"
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared -DOLD -DFAKE_FOLDER="\"$here\"" "$here/nvrtc.c" -o "$1/old/libnvrtc.so"
$cc -std=gnu11 -O1 -Wall -Wextra -fPIC -shared "$here/stream.c" "$here/fibers.c" -o "$1/old/libcuda.so.1"
