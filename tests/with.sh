# with.sh gpu|isa|fake_driver|fake_hip [ISA|ARCHITECTURE] [FOLDER] PROGRAM ARGUMENTS: runs the program
#   gpu                  on the GPU, or skips (77) where there is none
#   isa ISA              with the kernels of an instruction set, or skips (77) where this CPU lacks it
#   fake_driver FOLDER   on the fake GPU of the tests: order, memory and error paths of the CUDA device, no GPU
#   fake_hip ARCHITECTURE FOLDER   the same of an AMD GPU: 64 lanes of gfx90a, 32 of gfx1100
case $1 in
  gpu)
    shift
    ls /dev/nvidia[0-9]* >/dev/null 2>&1 || { echo "skipped: no GPU on this machine (/dev/nvidia0)"; exit 77; }
    export DRAWBRIDGE_DEVICE=cuda
    ;;
  isa)
    case $2 in avx512) flag=avx512f ;; baseline) flag=sse2 ;; *) flag=$2 ;; esac
    grep -qw "$flag" /proc/cpuinfo || { echo "skipped: this CPU does not run $2"; exit 77; }
    export DRAWBRIDGE_DEVICE=host DRAWBRIDGE_ISA="$2"
    shift 2
    ;;
  fake_driver)
    echo "fake driver on host memory: no GPU is tested here"
    export DRAWBRIDGE_DEVICE=cuda DRAWBRIDGE_DRIVER="$2" DRAWBRIDGE_CUDA="$2" DRAWBRIDGE_CACHE="$2/cubin"
    shift 2
    ;;
  fake_hip)
    echo "fake driver on host memory, an AMD GPU ($2): no GPU is tested here"
    export FAKE_HIP_ARCH="$2" DRAWBRIDGE_DEVICE=hip DRAWBRIDGE_DRIVER="$3" DRAWBRIDGE_HIPRTC="$3" DRAWBRIDGE_CACHE="$3/cubin"
    shift 3
    ;;
  *)
    echo "with.sh: $1, expected gpu, isa, fake_driver or fake_hip"
    exit 2
    ;;
esac
exec "$@"
