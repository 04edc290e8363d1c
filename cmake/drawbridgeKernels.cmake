# drawbridge_add_kernels(TARGET FILES FILE... [ROUTINES NAME...] [SPECIES N])
# A shared library TARGET of Fortran files, which frame%load_kernels takes: docs/first_routine.md, section 6.
# At build time `drawbridge port` translates the routines of one grid point, and what it writes is compiled with the Fortran.
function(drawbridge_add_kernels target)
  set(call "drawbridge_add_kernels(${target})")
  cmake_parse_arguments(ARG "" "SPECIES" "FILES;ROUTINES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${call}: '${ARG_UNPARSED_ARGUMENTS}${ARG_KEYWORDS_MISSING_VALUES}' is not expected or has no value. Expected: drawbridge_add_kernels(TARGET FILES FILE... [ROUTINES NAME...] [SPECIES N])")
  endif()
  if(NOT ARG_FILES)
    message(FATAL_ERROR "${call}: no files are given. Name the Fortran files of your routines after FILES.")
  endif()
  if(DEFINED ARG_SPECIES AND NOT ARG_SPECIES MATCHES "^[0-9]+$")
    message(FATAL_ERROR "${call}: SPECIES is '${ARG_SPECIES}', expected the number of species, or 0 for any.")
  endif()
  if(TARGET ${target})
    message(FATAL_ERROR "${call}: there is a target of this name already. Choose another name.")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language CXX Fortran)
    if(NOT language IN_LIST languages)
      message(FATAL_ERROR "${call}: the project has no language ${language}. Write project(... LANGUAGES CXX Fortran).")
    endif()
  endforeach()
  if(NOT CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "${call}: the Fortran compiler is ${CMAKE_Fortran_COMPILER} (${CMAKE_Fortran_COMPILER_ID}). The kernels call your routines by the names that gfortran gives them. Configure with -DCMAKE_Fortran_COMPILER=gfortran.")
  endif()
  if(NOT EXISTS "${DRAWBRIDGE_COMMAND}")
    message(FATAL_ERROR "${call}: there is no command '${DRAWBRIDGE_COMMAND}'. Install Drawbridge with its command, or set DRAWBRIDGE_COMMAND to the path of the command.")
  endif()

  set(sources "")
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(path "${file}" ABSOLUTE)
    get_source_file_property(generated "${path}" GENERATED)
    if(NOT generated AND NOT EXISTS "${path}")
      message(FATAL_ERROR "${call}: there is no file ${path}. FILES are relative to ${CMAKE_CURRENT_SOURCE_DIR}.")
    endif()
    list(APPEND sources "${path}")
  endforeach()

  set(ported "${CMAKE_CURRENT_BINARY_DIR}/${target}_ported")
  set(options --library --partial --output "${ported}")
  foreach(routine IN LISTS ARG_ROUTINES)
    list(APPEND options --routine "${routine}")
  endforeach()
  if(DEFINED ARG_SPECIES)
    list(APPEND options --species ${ARG_SPECIES})
  endif()
  add_custom_command(OUTPUT "${ported}/points.cpp" "${ported}/set.cpp" BYPRODUCTS "${ported}/points.h" "${ported}/port.h"
    COMMAND "${DRAWBRIDGE_COMMAND}" port ${sources} ${options}
    DEPENDS ${sources} "${DRAWBRIDGE_COMMAND}" COMMENT "Translating the kernels of ${target}" VERBATIM)

  add_library(${target} SHARED ${sources} "${ported}/points.cpp" "${ported}/set.cpp")
  # The solver finds the modules of the routines here, and the library's symbols stay visible to load_kernels.
  set_target_properties(${target} PROPERTIES Fortran_MODULE_DIRECTORY "${ported}/modules" LINKER_LANGUAGE Fortran
    CXX_VISIBILITY_PRESET default INTERPROCEDURAL_OPTIMIZATION OFF)
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${ported}/modules>")
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:Fortran>:-frecursive>) # threads call the routines at once
  if(NOT CMAKE_Fortran_FLAGS MATCHES "-O")
    target_compile_options(${target} PRIVATE $<$<CONFIG:>:-O2>) # no build type, no level: -O0 would be slow
  endif()
  target_link_options(${target} INTERFACE LINKER:--no-as-needed) # a solver that calls no routine itself loads it, too
endfunction()
