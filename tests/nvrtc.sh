# nvrtc.sh FOLDER GO PACKAGES: compiles the kernels' texts for GPUs, without one. NVRTC is the library that
# DRAWBRIDGE_NVRTC names, else the wheel of this version from PyPI, kept in FOLDER; skipped (77) where that is out
# of reach.
set -u
folder=$1 go=$2
shift 2
version=13.0.88
if [ -z "${DRAWBRIDGE_NVRTC:-}" ]; then
  DRAWBRIDGE_NVRTC=$(find "$folder" -name 'libnvrtc.so.13' 2>/dev/null | head -n 1)
  if [ -z "$DRAWBRIDGE_NVRTC" ]; then
    mkdir -p "$folder"
    if ! timeout 120 python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
        --dest "$folder" "nvidia-cuda-nvrtc==$version" >"$folder/log" 2>&1; then
      echo "skipped: the wheel nvidia-cuda-nvrtc $version of PyPI is out of reach: $(tail -n 1 "$folder/log")"
      exit 77
    fi
    python3 -m zipfile -e "$folder"/nvidia_cuda_nvrtc-$version-*.whl "$folder" && rm -f "$folder"/*.whl && find "$folder" -name '*.alt.*' -delete
    DRAWBRIDGE_NVRTC=$(find "$folder" -name 'libnvrtc.so.13' | head -n 1)
  fi
  export DRAWBRIDGE_NVRTC
fi
exec "$go" test -buildmode=pie -count=1 -timeout 90m -v -run 'CompileForGPU|CompilesForGPU' "$@"
