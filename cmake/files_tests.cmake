# Files: fuzzers of every parser of foreign text, mutated HDF5 files, and what a disk may do to a snapshot.
add_test(NAME fuzz_texts COMMAND sh ${CMAKE_SOURCE_DIR}/tests/files/fuzz.sh ${GO_EXECUTABLE} 180 ${GO_TAGS} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(fuzz_texts PROPERTIES ENVIRONMENT "${GO_ENVIRONMENT}" TIMEOUT 7200)
label_test(fuzz_texts TRUE)
