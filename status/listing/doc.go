// Command listing writes docs/all_messages.md, which has a row for each message that the library, the command and the
// Python package can give. `make generate` runs it.
//
// Here lives how messages are found in sources. Never here: the text of a message, its cause or its cure.
package main
