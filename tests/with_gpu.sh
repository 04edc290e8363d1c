# with_gpu.sh PROGRAM ARGUMENTS: run on the GPU, or skip (77) where there is none.
if ! ls /dev/nvidia[0-9]* >/dev/null 2>&1; then
  echo "skipped: no GPU on this machine (/dev/nvidia0)"
  exit 77
fi
DRAWBRIDGE_DEVICE=cuda exec "$@"
