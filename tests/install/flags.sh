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
