# openacc.sh SOURCES LIBRARY_FOLDER WORK: compiles an OpenACC program for NVIDIA GPUs and runs it. Skips (77) where gfortran has no
# compiler for them (Debian: gcc-12-offload-nvptx, with libgomp-plugin-nvptx1 to run), or where there is no GPU.
sources=$1 libraries=$2 work=$3
set -e
mkdir -p "$work"
cd "$work"
printf 'program offload\n!$acc parallel\n!$acc end parallel\nend program\n' > offload.f90
# gfortran is silent where it has no such compiler, and the program has then no code for a GPU
if ! gfortran -fopenacc -foffload=nvptx-none offload.f90 -o offload 2> offload.log || ! grep -q '\.target' offload; then
  echo "skipped: gfortran compiles nothing for NVIDIA GPUs (gcc-12-offload-nvptx)"
  exit 77
fi
cc -c "$sources/tests/fortran/device_memory.c"
gfortran -fopenacc -foffload=nvptx-none "$sources/fortran/drawbridge.f90" "$sources/tests/fortran/testing.f90" "$sources/tests/fortran/openacc_arrays.f90" \
  device_memory.o -o openacc_arrays -L"$libraries" -ldrawbridge -Wl,-rpath,"$libraries" -ldl
exec ./openacc_arrays
