# Library, module source (never a .mod: compilers differ), command, CMake package, pkg-config file.
install(FILES ${LIBRARY}.0 DESTINATION ${CMAKE_INSTALL_LIBDIR} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(FILES ${LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(PROGRAMS ${COMMAND_FILE} DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES fortran/drawbridge.f90 examples/legacy_solver/species.dat examples/legacy_solver/transport.dat DESTINATION ${CMAKE_INSTALL_DATADIR}/drawbridge)
configure_file(packaging/fpm/fpm.toml ${CMAKE_BINARY_DIR}/fpm.toml @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/fpm.toml DESTINATION ${CMAKE_INSTALL_DATADIR}/drawbridge/fpm)
install(FILES fortran/drawbridge.f90 DESTINATION ${CMAKE_INSTALL_DATADIR}/drawbridge/fpm/src)
install(FILES bridge/entry.h RENAME drawbridge.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES device/profile/drawbridge_tool.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY python/ DESTINATION ${CMAKE_INSTALL_DATADIR}/drawbridge/python PATTERN __pycache__ EXCLUDE PATTERN "*.egg-info" EXCLUDE)
# Documents, with all that they link to in the places where they look for it.
install(FILES LICENSE README.md SECURITY.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples packaging DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY bench/results DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
install(FILES device/profile/drawbridge_tool.h DESTINATION ${CMAKE_INSTALL_DOCDIR}/device/profile)
install(TARGETS ${BENCHES} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/drawbridge)

# The command writes its own completions; of a cross build, where an emulator runs it.
if(CMAKE_CROSSCOMPILING AND NOT EMULATOR)
  message(STATUS "No emulator (qemu-user): the install tree will have no completions")
else()
install(CODE "
  set(share \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")
  foreach(shell bash-completion/completions/drawbridge:bash zsh/site-functions/_drawbridge:zsh fish/vendor_completions.d/drawbridge.fish:fish)
    string(REPLACE : \";\" shell \${shell})
    list(GET shell 0 file)
    list(GET shell 1 shell)
    execute_process(COMMAND ${EMULATOR} \"${COMMAND_FILE}\" completion \${shell} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    file(WRITE \"\${share}/\${file}\" \"\${text}\")
  endforeach()
")
endif()

include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/drawbridgeConfig.cmake.in ${CMAKE_BINARY_DIR}/drawbridgeConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/drawbridge PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_DATADIR CMAKE_INSTALL_BINDIR
  CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/drawbridgeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/drawbridgeConfig.cmake ${CMAKE_BINARY_DIR}/drawbridgeConfigVersion.cmake
  cmake/drawbridgeKernels.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/drawbridge)
# From the folder of drawbridge.pc to the prefix: the library's folder may be lib/aarch64-linux-gnu.
file(RELATIVE_PATH TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" TO_PREFIX "${TO_PREFIX}")
configure_file(cmake/drawbridge.pc.in ${CMAKE_BINARY_DIR}/drawbridge.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/drawbridge.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
