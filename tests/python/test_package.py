"""How the package finds its library, and the page docs/python.md as printed."""
import contextlib
import io
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import drawbridge

ROOT = Path(os.environ["ROOT"])


def load(**environment):
    """The answer of another process that loads the library."""
    code = "import drawbridge\ntry: print(drawbridge.version())\nexcept drawbridge.Error as e: print(e)"
    return subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True).stdout


class Package(unittest.TestCase):
    def test_release(self):
        self.assertEqual(drawbridge.__version__, drawbridge.version())
        self.assertIn(f'version = "{drawbridge.__version__}"', (ROOT / "python/pyproject.toml").read_text())

    def test_library_is_named(self):
        named = Path(os.environ["DRAWBRIDGE_LIBRARY"])
        self.assertEqual(load(DRAWBRIDGE_LIBRARY=str(named if named.is_dir() else named.parent)).strip(), drawbridge.__version__)
        for place in ("/nowhere", "/nowhere/libdrawbridge.so"):
            answer = load(DRAWBRIDGE_LIBRARY=place)
            self.assertIn(f"Tried: {place}", answer)
            self.assertIn("set DRAWBRIDGE_LIBRARY", answer)
            self.assertIn("(error 7, NOT_AVAILABLE)", answer)

    def test_library_beside_the_package(self):
        named = Path(os.environ["DRAWBRIDGE_LIBRARY"])
        named = (named / "libdrawbridge.so.0" if named.is_dir() else named).resolve()
        for package, folder in (("share/drawbridge/python", "lib"), ("lib/python3/site-packages", "lib64"), ("python", "build/lib")):
            with tempfile.TemporaryDirectory() as prefix:
                shutil.copytree(ROOT / "python/drawbridge", Path(prefix) / package / "drawbridge")
                (Path(prefix) / folder).mkdir(parents=True)
                (Path(prefix) / folder / "libdrawbridge.so.0").symlink_to(named)
                self.assertEqual(load(DRAWBRIDGE_LIBRARY="", PYTHONPATH=str(Path(prefix) / package)).strip(), drawbridge.__version__)

    def test_every_place_is_named(self):
        with tempfile.TemporaryDirectory() as prefix:
            package = Path(prefix) / "share/drawbridge/python"
            shutil.copytree(ROOT / "python/drawbridge", package / "drawbridge")
            answer = load(DRAWBRIDGE_LIBRARY="", LD_LIBRARY_PATH="", PYTHONPATH=str(package))
            if "was not found" not in answer:
                self.skipTest("a library is installed where the loader finds it")
            for place in (f"{Path(prefix).resolve()}/lib/lib", f"{sys.prefix}/lib/lib", f"{package.parent.resolve()}/build/lib/lib", "the system's loader"):
                self.assertIn(place, answer)
            (Path(prefix) / "lib").mkdir()
            (Path(prefix) / "lib/libdrawbridge.so.0").write_text("no library")
            self.assertIn("file too short", load(DRAWBRIDGE_LIBRARY="", LD_LIBRARY_PATH="", PYTHONPATH=str(package)))

    def test_error_travels(self):
        error = pickle.loads(pickle.dumps(drawbridge.Error("SHAPE", "too long")))
        self.assertEqual((error.code, error.name, error.message), (5, "SHAPE", "too long"))

    def test_page_as_printed(self):
        page = (ROOT / "docs/python.md").read_text()
        programs = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", page, re.M | re.S)
        self.assertGreaterEqual(len(programs), 3)
        self.assertTrue(any(printed for _, printed in programs))
        for program, printed in programs:
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(program, "docs/python.md", "exec"), {})
            self.assertEqual(output.getvalue(), printed, program)
