# doctor.sh ROOT BUILD FAKE SCRATCH: drawbridge doctor names what is wrong in environments that are made wrong, each with its cure.
set -eu
root=$1 build=$2 fake=$3 scratch=$4
rm -rf "$scratch"
mkdir -p "$scratch/bin" "$scratch/lib" "$scratch/home"
cd "$scratch"
export HOME=$scratch/home
unset XDG_CACHE_HOME LD_LIBRARY_PATH OMPI_COMM_WORLD_SIZE PMI_SIZE SLURM_PROCID || true
for name in $(env | sed -n 's/^\(DRAWBRIDGE_[A-Z0-9_]*\)=.*/\1/p'); do unset "$name"; done
doctor=$build/bin/drawbridge

# says CODE PATTERN ENVIRONMENT... [-- ARGUMENTS]: the exit code, and a line that matches
says() {
  code=$1 pattern=$2
  shift 2
  words=
  while [ $# -gt 0 ] && [ "$1" != -- ]; do words="$words $1"; shift; done
  [ $# -eq 0 ] || shift
  status=0
  env $words "$doctor" doctor "$@" >out 2>err || status=$?
  if [ "$status" -ne "$code" ] || ! grep -qE "$pattern" out; then
    echo "FAILED:$words doctor $*: exit $status, expected $code and a line $pattern"
    cat out err
    exit 1
  fi
  [ "$(grep -cE '^(warning|problem) ' out)" -eq "$(grep -c 'Cure: ' out)" ] || { echo "FAILED:$words: a line without a cure"; cat out; exit 1; }
}

says 0 '0 problems$'
says 0 '^ok +library +.*, release [0-9.]+$'
says 0 '^warning +settings +.*DRAWBRIDGE_THREDS.*did you mean .DRAWBRIDGE_THREADS' DRAWBRIDGE_THREDS=2
says 1 "^problem +settings +DRAWBRIDGE_CHECK: 'maybe'.*flag, strict" DRAWBRIDGE_CHECK=maybe DRAWBRIDGE_THREDS=2
grep -q 'did you mean .DRAWBRIDGE_THREADS' out || { echo "FAILED: a wrong value hides a wrong name"; cat out; exit 1; }
says 1 '^problem +instruction set ' DRAWBRIDGE_ISA=neon
says 0 '^warning +instruction set +baseline' DRAWBRIDGE_ISA=baseline
says 0 '^warning +CPUs +.* for 1000 threads' DRAWBRIDGE_THREADS=1000
says 1 '^problem +GPU +no GPU: .*DRAWBRIDGE_DEVICE is cuda' DRAWBRIDGE_DEVICE=cuda DRAWBRIDGE_DRIVER=/nowhere/libcuda.so.1
says 1 '^problem +HDF5 +.*/nowhere' DRAWBRIDGE_HDF5=/nowhere

# the library: none, of another release, no library at all
cp "$doctor" bin/drawbridge
doctor=$scratch/bin/drawbridge
says 1 '^problem +library +the loader does not find libdrawbridge.so.0'
release=$(sed -n 's/.*drawbridge-release-\([0-9.]*\)".*/\1/p' "$root/frame/version.go")
sed "s/drawbridge-release-$release/drawbridge-release-9.9.9/" "$build/lib/libdrawbridge.so.0" >lib/libdrawbridge.so.0
says 0 "^warning +library +$scratch/lib/libdrawbridge.so.0 is release 9.9.9, this command is $release" LD_LIBRARY_PATH="$scratch/lib"
echo "no library" >lib/libdrawbridge.so.0
says 1 '^problem +library +.*no executable or shared library' LD_LIBRARY_PATH="$scratch/lib"
! grep -q 'built without MPI' out || { echo "FAILED: a file that is no library is said to have no MPI"; exit 1; }
rm lib/libdrawbridge.so.0
doctor=$build/bin/drawbridge

# programs: another one, no program, one of a newer release, one whose library is not found
says 1 '^problem +program +/bin/sh is not linked with' -- /bin/sh
says 1 '^problem +program +/nowhere: no such file' -- /nowhere
cp /bin/sh other
printf '\363\000' | dd of=other bs=1 seek=18 conv=notrunc 2>/dev/null # e_machine: RISC-V
says 1 '^problem +program +./other: built for another processor' -- ./other
mkfifo pipe
says 1 '^problem +program +./pipe: no regular file' -- ./pipe
says 0 '^ok +program +.*heat calls [0-9]+ functions' -- "$build/bin/heat"
echo 'int drawbridge_of_tomorrow(void); int main(void) { return drawbridge_of_tomorrow(); }' >newer.c
cc -shared -o lib/libdrawbridge.so.0 -Wl,-soname,libdrawbridge.so.0 -x c - <<'C'
int drawbridge_of_tomorrow(void) { return 0; }
C
cc newer.c lib/libdrawbridge.so.0 -o newer
says 1 '^problem +library +the loader does not find' -- ./newer
says 1 '^problem +program +./newer calls drawbridge_of_tomorrow, which .* does not have' LD_LIBRARY_PATH="$build/lib" -- ./newer

# MPI: a launcher of another one, ranks started by another one, none
family=$(sed -n 's/^Name: //p' "$build/mpi/ompi.pc" 2>/dev/null || true)
if [ "$family" = openmpi ]; then
  printf '#!/bin/sh\necho "HYDRA build details:"\n' >bin/mpirun
  chmod +x bin/mpirun
  says 1 '^problem +MPI +.*starts ranks of MPICH' PATH="$scratch/bin:$PATH"
  printf '#!/bin/sh\necho "something else"\n' >bin/mpirun
  says 0 '^warning +MPI +.*does not say which MPI' PATH="$scratch/bin:$PATH"
  says 0 '^warning +MPI +.*there is no mpirun on the PATH' PATH=/nowhere
  says 1 '^problem +MPI start +these ranks were started by MPICH' PMI_SIZE=2 PMI_RANK=0
fi

# a GPU, by the fake driver: it works, its compiler is missing, the cache cannot be written, ranks share it
gpu="DRAWBRIDGE_DRIVER=$fake DRAWBRIDGE_CUDA=$fake"
says 0 '^ok +GPU +.*ran a trial kernel' $gpu
says 0 '^warning +GPU +.*NVRTC.*CUDA_HOME' DRAWBRIDGE_DRIVER=$fake DRAWBRIDGE_CUDA=$scratch/lib
says 1 '^problem +GPU +.*NVRTC.*CUDA_HOME' DRAWBRIDGE_DRIVER=$fake DRAWBRIDGE_CUDA=$scratch/lib DRAWBRIDGE_DEVICE=cuda
says 0 '^warning +cache +.*lib/libdrawbridge.so.0 is no folder' $gpu DRAWBRIDGE_CACHE="$scratch/lib/libdrawbridge.so.0"
says 0 '^warning +ranks +.*share a GPU' $gpu OMPI_COMM_WORLD_LOCAL_RANK=0 OMPI_COMM_WORLD_LOCAL_SIZE=40 CUDA_MPS_PIPE_DIRECTORY="$scratch"
[ -z "$(find "$scratch" -name '.drawbridge-doctor-*')" ] || { echo "FAILED: doctor left a file behind"; exit 1; }

# limits
(ulimit -s 1024; "$doctor" doctor | grep -qE '^warning +stack +1 MB') || { echo "FAILED: a stack of 1 MB passes"; exit 1; }

# one rank of a node speaks; JSON is a list
OMPI_COMM_WORLD_LOCAL_RANK=1 OMPI_COMM_WORLD_LOCAL_SIZE=2 "$doctor" doctor >out
[ ! -s out ] || { echo "FAILED: rank 1 speaks too"; exit 1; }
OMPI_COMM_WORLD_LOCAL_RANK=0 OMPI_COMM_WORLD_LOCAL_SIZE=2 "$doctor" doctor >out
[ -s out ] || { echo "FAILED: rank 0 is silent"; exit 1; }
"$doctor" doctor --json | grep -q '"state": "ok"' || { echo "FAILED: no JSON"; exit 1; }
echo "doctor: ok"
