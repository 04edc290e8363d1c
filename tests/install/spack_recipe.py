"""spack_recipe.py ROOT: the recipe for Spack is Python, uses directives that Spack has, and gives options that CMakeLists.txt has.

Spack itself is not needed: small functions stand in its place. So this does not show that Spack builds the package.
"""
import pathlib
import re
import sys
import types

root = pathlib.Path(sys.argv[1])
said = {"version": [], "variant": [], "depends_on": [], "license": [], "maintainers": []}


def directive(name):
    return lambda *words, **more: said[name].append((words, more))


class CMakePackage:
    def define(self, variable, value):
        return f"-D{variable}:{'BOOL' if isinstance(value, bool) else 'STRING'}={value}"


class Spec:
    def __init__(self, *variants):
        self.variants = variants

    def __contains__(self, variant):
        return variant in self.variants


package = types.ModuleType("spack.package")
package.CMakePackage = CMakePackage
for name in said:
    setattr(package, name, directive(name))
sys.modules["spack"] = types.ModuleType("spack")
sys.modules["spack.package"] = package
recipe = {}
exec(compile((root / "packaging/spack/package.py").read_text(), "package.py", "exec"), recipe)

builds = "".join(path.read_text() for path in [root / "CMakeLists.txt", *sorted((root / "cmake").glob("*.cmake"))])
release = re.search(r"project\(drawbridge VERSION (\S+) ", builds).group(1)
variants = [words[0] for words, _ in said["variant"]]
for spec in (Spec(*(f"+{v}" for v in variants)), Spec(*(f"~{v}" for v in variants))):
    drawbridge = recipe["Drawbridge"]()
    drawbridge.spec = spec
    for argument in drawbridge.cmake_args():
        option = re.match(r"-D(\w+):", argument).group(1)
        known = re.search(rf"(?:option\({option} |set\({option} .* CACHE)", builds)
        assert known, f"CMakeLists.txt has no option {option}"
for words, more in said["depends_on"]:
    variant = more.get("when", "").lstrip("+~")
    assert not variant or variant in variants, f"{words[0]} hangs on {variant}, which is no variant"
needs = " ".join(words[0] for words, _ in said["depends_on"])
least = {tool: re.search(pattern, text).group(1) for tool, pattern, text in (
    ("cmake", r"cmake_minimum_required\(VERSION ([\d.]+)", builds), ("go", r"(?m)^go (\d+\.\d+)", (root / "go.mod").read_text()))}
for tool, version in least.items():
    assert f"{tool}@{version}:" in needs, f"the recipe needs {needs}; {tool} {version} is the least"
assert said["license"][0][0] == ("Apache-2.0",)
assert said["version"], f"the recipe names no version; the release is {release}"
print(f"the recipe: {len(said['depends_on'])} dependencies, {len(variants)} variants")
