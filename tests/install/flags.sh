# flags.sh ROOT SCRATCH: drawbridge_fortran_flags reads the flags of a project, also those in generator expressions, and stops at
# those that only the build system can decide.
set -eu
root=$1 scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

# flags WORDS LINE...: the flags of a file after the lines, or the message at which they stop
flags() {
  words=$1
  shift
  rm -rf build
  printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(flags NONE)' "include($root/cmake/drawbridgeKernels.cmake)" "$@" \
    "drawbridge_fortran_flags(flags $scratch/a.f90)" 'message("flags: ${flags}.")' >CMakeLists.txt
  cmake -B build . >log 2>&1 || true
  tr -s ' \n' '  ' <log | grep -q -F -e "$words" || { cat log; echo "FAILED: $*: the log does not say: $words"; exit 1; }
  count=$((${count:-0} + 1))
}
flags 'flags: .' 'add_compile_options(-Wall -O2)'
flags 'flags: -fopenmp;-ff2c.' 'set(CMAKE_Fortran_FLAGS "-O2 -fopenmp")' 'add_compile_options(-ff2c)'
flags 'flags: -m32.' 'add_compile_options(-m32)'
flags 'flags: -fa;-fb.' 'add_compile_options("SHELL:-fa -fb")'
flags 'flags: -fopenmp.' 'add_compile_options($<$<COMPILE_LANGUAGE:Fortran>:-fopenmp>)'
flags 'flags: -fa;-fb.' 'add_compile_options("$<$<COMPILE_LANGUAGE:C,Fortran>:-fa;-fb>")'
flags 'flags: -fa;-fb.' 'add_compile_options($<$<COMPILE_LANG_AND_ID:Fortran,GNU>:-fa>)' 'set_source_files_properties(a.f90 PROPERTIES COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:Fortran>:-fb>")'
flags 'flags: -fc.' 'add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fa> "$<$<COMPILE_LANGUAGE:C,CXX>:-Wall;-fb>" $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-fa> -fc)'
flags 'flags: -fc.' 'add_compile_options($<$<CONFIG:Release>:-O3> "$<$<CONFIG:Debug>:-g;-Wall>" -fc)'
flags 'flags: -DF(a,b)=a;-DLIST=1,2;-I/p,q.' 'set(CMAKE_Fortran_FLAGS "-O2 -DF(a,b)=a -D LIST=1,2")' 'add_compile_options(-I/p,q)'
flags 'flags: -DX=1;-DX=2;-DX=1.' 'set(CMAKE_Fortran_FLAGS "-DX=1 -DX=2 -DX=1")'
flags 'flags: -DN=(2 + 1);-DX=1;-DX=2.' 'add_compile_options(-DX=1 -DX=2 -DX=1)' 'set_source_files_properties(a.f90 PROPERTIES COMPILE_DEFINITIONS "N=(2 + 1)")'
flags 'flags: -DY.' 'set_source_files_properties(a.f90 b.f90 PROPERTIES COMPILE_FLAGS -DY)' 'set_source_files_properties(b.f90 PROPERTIES COMPILE_OPTIONS -fno-inline)' 'drawbridge_fortran_flags(flags a.f90 b.f90)'
for property in 'COMPILE_DEFINITIONS N=3' 'COMPILE_FLAGS -UN' 'COMPILE_OPTIONS -fopenmp' 'Fortran_FORMAT FREE' 'Fortran_PREPROCESS OFF'; do
  flags 'The files of one library are translated with the same flags: give them to all files' "set_source_files_properties(b.f90 PROPERTIES $property)" 'drawbridge_fortran_flags(flags a.f90 b.f90)'
done
flags "a.f90 has the flags '-DN=2' of its own, and b.f90 has '-DN=3'" 'set_source_files_properties(a.f90 PROPERTIES COMPILE_FLAGS -DN=2)' 'set_source_files_properties(b.f90 PROPERTIES COMPILE_FLAGS -DN=3)' 'drawbridge_fortran_flags(flags a.f90 b.f90)'
flags "the target defines N=2, and its files have the flags '-DN=3'" 'set(CMAKE_Fortran_FLAGS "-DNO=1 -DN=3")' 'add_custom_target(mine)' 'set_property(TARGET mine PROPERTY COMPILE_DEFINITIONS NO=1 N=2 M=1)' 'drawbridge_late_flags(mine "-DNO=1;-DN=3" a.f90)'
cure='in COMPILE_OPTIONS or CMAKE_Fortran_FLAGS without a generator expression'
for flag in '$<$<CONFIG:Release>:-finit-local-zero>' '$<$<AND:$<COMPILE_LANGUAGE:Fortran>,$<CONFIG:Release>>:-fno-automatic>' \
  '$<IF:$<CONFIG:Debug>,-fa,-fb>' '$<$<NOT:$<COMPILE_LANGUAGE:CXX>>:-fno-automatic>' '$<$<COMPILE_LANG_AND_ID:Fortran,Intel>:-fa>' '$<1:-fa>'; do
  flags "$flag" "add_compile_options(\"$flag\")"
  flags "$cure" "add_compile_options(\"$flag\")"
  flags "$cure" "set_source_files_properties(a.f90 PROPERTIES COMPILE_FLAGS \"$flag\")"
done
flags "$cure" 'add_compile_options("$<$<CONFIG:Debug>:-g;-fa>")'
flags "$cure" 'set(CMAKE_Fortran_FLAGS "$<$<CONFIG:Debug>:-g -fa>")'
echo "flags: ok, $count projects"
