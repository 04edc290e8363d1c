# with_fake_driver.sh FOLDER PROGRAM ARGUMENTS: run on the fake GPU of the tests. Proves order, memory and error
# paths of the CUDA device; never counts as a run on a GPU.
folder=$1
shift
echo "fake driver on host memory: no GPU is tested here"
export DRAWBRIDGE_DEVICE=cuda DRAWBRIDGE_DRIVER="$folder" DRAWBRIDGE_CUDA="$folder" DRAWBRIDGE_CACHE="$folder/cubin"
exec "$@"
