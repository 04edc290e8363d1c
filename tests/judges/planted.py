"""Files that h5py writes, with differences planted by a seed: drawbridge compare finds every one, its
figures are numpy's, and h5diff agrees where it can judge."""
import json
import shutil
import subprocess
import sys

import h5py
import numpy as np

COMMAND = sys.argv[1]
SEEDS = 25
TYPES = ["<f8", "<f4", "<f2", ">f8", ">f4", "<i1", "<i2", "<i4", "<i8", ">i4", "<u1", "<u2", "<u4", "<u8"]
LAYOUTS = [{}, {"chunks": True}, {"chunks": True, "compression": "gzip"}, {"chunks": True, "shuffle": True, "compression": 4},
           {"chunks": True, "fletcher32": True}]
failures = 0


def fail(*words):
    global failures
    failures += 1
    print("FAILED:", *words)


def values(random, dtype, shape):
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return (random.random(shape) * 100 + 1).astype(kind)
    info = np.iinfo(kind)
    return random.integers(info.min // 2, info.max // 2, shape, dtype=kind.newbyteorder("=")).astype(kind)


def make(random):
    """A file as a dictionary: path -> (values, how it is laid out)."""
    fields = {}
    for n in range(random.integers(2, 5)):
        rank = int(random.integers(1, 5))
        shape = tuple(int(k) for k in random.integers(2, 12, rank))
        path = "/".join(["", *["group%d" % k for k in range(random.integers(0, 3))], "field%d" % n])
        fields[path] = (values(random, random.choice(TYPES), shape), LAYOUTS[random.integers(0, len(LAYOUTS))])
    return fields


def write(name, fields):
    with h5py.File(name, "w") as f:
        for path, (data, layout) in fields.items():
            f.create_dataset(path, data=data, **layout)


def compare(*arguments):
    run = subprocess.run([COMMAND, "compare", "a.h5", "b.h5", "--json", *arguments], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        fail("exit", run.returncode, run.stderr)
        return {"same": None, "fields": [], "missing": []}
    answer = json.loads(run.stdout)
    if answer["same"] != (run.returncode == 0):
        fail("exit", run.returncode, "and same", answer["same"])
    return answer


def h5diff():
    return subprocess.run(["h5diff", "a.h5", "b.h5"], capture_output=True, check=False).returncode


def figures(seed, what, answer, path, a, b):
    """The figures of one field against numpy's."""
    found = [f for f in answer["fields"] if f["path"] == path]
    if len(found) != 1:
        return fail(seed, what, path, "is not among the fields")
    f = found[0]
    wide = np.longdouble
    d = np.abs(b.astype(wide) - a.astype(wide))
    with np.errstate(invalid="ignore"):
        finite = np.isfinite(d)
    if f["unequal"] != int(np.count_nonzero(~finite | (d != 0))):
        fail(seed, what, "unequal", f["unequal"], "expected", np.count_nonzero(~finite | (d != 0)))
    d = np.where(finite, d, 0)
    if abs(f["max_abs"] - float(d.max())) > 1e-15 * float(d.max()):
        fail(seed, what, "max abs", f["max_abs"], "expected", d.max())
    rms = float(np.sqrt((d * d).sum() / max(1, np.count_nonzero(finite))))
    if abs(f["rms"] - rms) > 1e-12 * rms:
        fail(seed, what, "rms", f["rms"], "expected", rms)
    if d.max() > 0:
        cell = tuple(int(k) for k in f["where"]["cell"])
        at = tuple(k - 1 for k in reversed(cell))
        if d[at] != d.max():
            fail(seed, what, "the worst place", cell, "has", d[at], "and not", d.max())
        if a.dtype.type(f["where"]["reference"]) != a[at] or b.dtype.type(f["where"]["new"]) != b[at]:
            fail(seed, what, "the values there", f["where"], "and not", a[at], b[at])
        largest = sorted(d[d > 0].ravel(), reverse=True)[:10]
        listed = [w["absolute"] for w in f["worst"] if w["absolute"] != "nan"]
        if not np.allclose(np.array(listed, float), np.array(largest[:len(listed)], float), rtol=1e-15) or len(f["worst"]) < len(largest):
            fail(seed, what, "the cells that differ most:", listed, "expected", largest)


def change(random, data):
    """One element of a copy, by enough to be another number in its type."""
    b = data.copy()
    at = tuple(int(random.integers(0, n)) for n in b.shape)
    b[at] = np.nextafter(b[at], b.dtype.type(np.inf)) if b.dtype.kind == "f" and b.dtype.itemsize > 2 and b.dtype.isnative else b[at] + 1
    return b


def one_file(seed):
    random = np.random.default_rng(seed)
    fields = make(random)
    write("a.h5", fields)
    shutil.copy("a.h5", "b.h5")
    if not compare()["same"] or h5diff() != 0:
        fail(seed, "a copy is not the same")
    path = sorted(fields)[int(random.integers(0, len(fields)))]
    data, layout = fields[path]

    other = dict(fields)
    other[path] = (change(random, data), LAYOUTS[random.integers(0, len(LAYOUTS))])
    write("b.h5", other)
    answer = compare()
    if answer["same"] is not False or h5diff() != 1:
        fail(seed, "one element: same", answer["same"], "h5diff", h5diff())
    figures(seed, "one element", answer, path, data, other[path][0])

    other = dict(fields)
    del other[path]
    write("b.h5", other)
    answer = compare()
    if answer["same"] is not False or answer["missing"] != [path]:
        fail(seed, "a missing dataset:", answer)

    other = dict(fields)
    other[path] = (np.roll(data, 1, axis=data.ndim - 1), layout)
    write("b.h5", other)
    answer = compare()
    if not np.array_equal(other[path][0], data) and answer["same"] is not False:
        fail(seed, "shifted by one cell")
    figures(seed, "shifted by one cell", answer, path, data, other[path][0])

    wider = {"f": "<f8", "i": "<i8", "u": "<u8"}[data.dtype.kind]
    other[path] = (data.astype(wider), layout)
    write("b.h5", other)
    if compare()["same"] is not True:
        fail(seed, "the same numbers in a wider type differ")
    other[path] = (change(random, data.astype(wider)), layout)
    write("b.h5", other)
    answer = compare()
    if answer["same"] is not False:
        fail(seed, "a wider type hides a difference of one step,", data.dtype)

    if data.dtype.kind == "f":
        broken = data.copy()
        broken[tuple(int(random.integers(0, n)) for n in broken.shape)] = np.nan
        other[path] = (broken, layout)
        write("b.h5", other)
        answer = compare("--rel", "1e9", "--abs", "1e9")
        if answer["same"] is not False:
            fail(seed, "NaN against a number")
        figures(seed, "NaN against a number", answer, path, data, broken)


def tolerance(seed):
    """Just within an absolute tolerance, and one representable number beyond it."""
    random = np.random.default_rng(1000 + seed)
    a = 1 + random.integers(0, 2**40, 100) * 2.0**-40
    limit = float(random.integers(1, 1000)) * 2.0**-40
    write("a.h5", {"/x": (a, {})})
    at = int(random.integers(0, 100))
    for beyond in (False, True):
        b = a.copy()
        b[at] += limit
        if beyond:
            b[at] = np.nextafter(b[at], np.inf)
        write("b.h5", {"/x": (b, {})})
        if compare("--abs", repr(limit))["same"] is beyond:
            fail(seed, "one ULP", "beyond" if beyond else "within", "the tolerance")


def as_numpy(seed):
    """--rtol and --atol decide as numpy.allclose does, of real and of complex numbers."""
    random = np.random.default_rng(2000 + seed)
    a = random.normal(size=50) * 10.0 ** random.integers(-3, 4)
    b = a * (1 + 10.0 ** random.integers(-9, -3) * random.normal(size=50))
    if seed % 2:
        a, b = a + 1j * random.normal(size=50), b + 1j * random.normal(size=50) * (seed % 4 == 1) * 1e-4
        b = b + 1j * a.imag
    write("a.h5", {"/x": (a, {})})
    write("b.h5", {"/x": (b, {})})
    outcomes = set()
    for _ in range(8):
        rtol, atol = 10.0 ** random.uniform(-10, 0), 10.0 ** random.uniform(-10, 0)
        expected = bool(np.allclose(b, a, rtol=rtol, atol=atol))
        outcomes.add(expected)
        if compare("--rtol", repr(rtol), "--atol", repr(atol))["same"] is not expected:
            fail(seed, "rtol", rtol, "atol", atol, "numpy says", expected)
    return outcomes


seen = set()
for seed in range(SEEDS):
    one_file(seed)
    tolerance(seed)
    seen |= as_numpy(seed)
if seen != {True, False}:
    fail("numpy's tolerances were never passed, or never missed:", seen)
print("planted differences of %d files: %d failed" % (SEEDS, failures))
sys.exit(failures > 0)
