# refusals.sh PROGRAM: --help lists the keys, and every wrong argument ends an example with 2 and its name.
set -u
program=$1
name=$(basename "$program")
fail() { echo "$name: $*" >&2; exit 1; }

help=$("$program" --help) || fail "--help ends with $?"
case $help in *"usage: $name"*"cells"*"exit code"*) ;; *) fail "--help says: $help" ;; esac

# refused ARGUMENT PART: exit code 2, and the message has the part
refused() {
  message=$("$program" "$1" 2>&1)
  code=$?
  [ "$code" -eq 2 ] || fail "$1 ends with $code: $message"
  case $message in "$name: "*"$2"*) ;; *) fail "$1 says: $message" ;; esac
}
refused colour=3 colour
refused cells 'expected KEY=VALUE'
refused cells= 'expected KEY=VALUE'
refused =64 'expected KEY=VALUE'
refused cells=abc cells=abc
refused cells=64.5 cells=64.5
refused cells=64,64 'one value'
refused 'cells=64 /' 'one value'
for value in 0 -64 1 999999 99999999999999; do refused "cells=$value" cells; done
echo "$name: 13 wrong inputs refused"
