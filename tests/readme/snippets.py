"""snippets.py ROOT SCRATCH: blocks of Fortran in the pages that are parts of a program compile with the module drawbridge.

Whole programs are compiled and run elsewhere (page.sh, programs.sh). A part is put into a program which declares the names
that the part uses and does not declare.
"""
import pathlib
import re
import shutil
import subprocess
import sys

root, scratch = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])

TYPES = {
    "frame": "type(frame_t)", "plan": "type(plan_t)", "first_plan": "type(plan_t)", "snap": "type(snapshot_t)", "domain": "type(domain_t)",
    "step": "type(sequence_t)", "inner": "type(sequence_t)", "outer": "type(sequence_t)",
}
INTEGERS = "n nx ny nz ns nq x1 x2 y1 y2 z1 z2 i0 j0 k0 i j k ierr steps device_id max_block iturb it irho first last points stat cycles cart"
REALS = "dt dx dy dz x0 y0 z0 alpha h t0 p0 p_background r w t time"
ARRAYS = {
    "q": "real(8), target :: q(9,9,9,9)", "c": "real(8) :: c(3)", "cells": "integer :: cells(3)", "origin": "real(8) :: origin(3)",
    "spacing": "real(8) :: spacing(3)", "bounds": "integer :: bounds(6,2)", "ranks": "integer :: ranks(2)", "cp": "real(8), target :: cp(9,9,9)",
    "tc": "real(8) :: tc(2)", "pc": "real(8) :: pc(2)", "omega": "real(8) :: omega(2)", "kij": "real(8) :: kij(2,2)", "tmid": "real(8) :: tmid(2)",
    "nasalow": "real(8) :: nasalow(7,2)", "nasahigh": "real(8) :: nasahigh(7,2)", "u": "real(8), target :: u(9,9,9)", "message": "character(300) :: message",
    "block_1": "real(8) :: block_1(9,9,9)", "block_2": "real(8) :: block_2(9,9,9)", "history": "real(8) :: history(99)",
}
# names that are something else on a page, or in a block of it that has a word
OTHERS = [
    ("snapshots", "domain%first + domain", "last", "integer :: last(3)"), ("snapshots", "'temperature', t", "t", "real(8), target :: t(9,9,9)"),
    ("snapshots", "time, step, comm", "step", "integer :: step"), ("expressions", "k*lap", "k", "real(8) :: k"), ("stencils", "dt*k*(u", "k", "real(8) :: k"), ("mpi", "[c, c, c]", "c", "real(8) :: c"),
    *[("first_routine", "plan%read", name, f"real(8), target :: {name}(9,9,9)") for name in "t p c".split()],
    ("first_routine", "plan%read", "y", "real(8), target :: y(9,9,9,9)"),
    ("expressions", "upload('dz', dz)", "dz", "real(8) :: dz(1,1,9)"),
    ("fortran", "nasaLow", "w", "real(8) :: w(2)"), ("transfers", "first%", "first", "type(plan_t) :: first"),
]
WHOLE = re.compile(r"(?i)^(?:pure |elemental |recursive )*(?:program|module|subroutine|(?:real\(8\) |integer )?function)\b")
PROCEDURE = re.compile(r"(?i)^\s*(?:pure |elemental )?(?:subroutine|(?:real\(8\) |integer )?function)\b")


def declaration(page, text, name):
    for of, word, other, line in OTHERS:
        if of == page and word in text and other == name:
            return line
    if name in ARRAYS:
        return ARRAYS[name]
    if name in TYPES:
        return f"{TYPES[name]} :: {name}"
    if name in INTEGERS.split():
        return f"integer :: {name}"
    return f"real(8) :: {name}" if name in REALS.split() else None


def program(page, text):
    """A program with the part, its own declarations first."""
    lines = [line for line in text.replace("=...", "=[1,1,1,1,1,1]").split("\n") if line.strip() != "..."]
    at = next((i for i, line in enumerate(lines) if PROCEDURE.match(line)), len(lines))
    inside, after = lines[:at], lines[at:]
    head = [line for line in inside if re.match(r"\s*use\b", line)]
    own = [line for line in inside if "::" in re.sub(r"!.*|'[^']*'", "", line) and not line.lstrip().startswith("call")]
    rest = [line for line in inside if line not in head and line not in own]
    code = re.sub(r"!.*", "", re.sub(r"'(?:''|[^'])*'", "''", "\n".join(rest)))
    declared = {name.lower() for line in own for name in re.findall(r"(\w+)\s*(?:\([^)]*\))?\s*(?:,|$|!|=)", line.split("::", 1)[1])}
    words = {word.lower() for word in re.findall(r"(?<![%\w])([A-Za-z]\w*)(?!\s*=[^=])", code)} | {m.lower() for m in re.findall(r"(?m)^\s*(\w+)\s*=[^=]", code)}
    names = [line for line in (declaration(page, text, word) for word in sorted(words - declared)) if line]
    return "\n".join(["program part", "  use drawbridge", *head, "  implicit none", *names, *own, *rest, *(["contains"] if after else []), *after, "end program", ""])


shutil.rmtree(scratch, ignore_errors=True)
scratch.mkdir(parents=True)
subprocess.run(["gfortran", "-c", root / "fortran/drawbridge.f90", "-o", "drawbridge.o"], cwd=scratch, check=True)
compiled = failed = skipped = 0
for page in sorted([*root.glob("docs/*.md"), *root.glob("docs/how_to/*.md")]):
    for number, text in enumerate(re.findall(r"(?ms)^```fortran\n(.*?)^```$", page.read_text()), 1):
        if WHOLE.match(next(line for line in text.split("\n") if line.strip() and not line.startswith("!"))):
            continue
        mpi = re.search(r"(?im)^\s*use mpi\b|\bMPI_COMM_WORLD\b", text) is not None
        compiler = "mpifort" if mpi else "gfortran"
        if not shutil.which(compiler):
            skipped += 1
            continue
        source = program(page.stem, text)
        if mpi and "use mpi" not in source:
            source = source.replace("  use drawbridge\n", "  use drawbridge\n  use mpi\n", 1)
        file = scratch / f"{page.stem}_{number}.f90"
        file.write_text(source)
        said = subprocess.run([compiler, "-fsyntax-only", "-Wno-implicit-interface", file.name], cwd=scratch, capture_output=True, text=True)
        compiled += 1
        if said.returncode != 0:
            failed += 1
            print(f"FAILED: {page.name}, block {number} of Fortran:\n{source}\n{said.stderr}")
print(f"snippets: {compiled} parts compiled, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or compiled < 20 else 0)
