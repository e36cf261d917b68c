#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""make_wheel.py LIBRARY FOLDER: packs this package, libwend_c.so and its oneTBB into a wheel in FOLDER.

Prints the wheel's path. Needs Python 3.11, binutils, ldd and dpkg, and no network. The wheel's manylinux tag is the
oldest one that has all symbol versions that the packed libraries need.
"""

import base64
import hashlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

# Libraries of every manylinux system (PEP 600); all others are packed.
SYSTEM = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
          "libpthread.so.0", "libdl.so.2", "librt.so.1"}
# The highest symbol versions of a manylinux tag beside GLIBC's, by the tag's GLIBC, as auditwheel has them.
NEWEST = {17: {"GLIBCXX": (3, 4, 19), "CXXABI": (1, 3, 7), "GCC": (4, 8, 0)},
          24: {"GLIBCXX": (3, 4, 22), "CXXABI": (1, 3, 10), "GCC": (4, 8, 0)},
          28: {"GLIBCXX": (3, 4, 24), "CXXABI": (1, 3, 11), "GCC": (4, 8, 0)},
          31: {"GLIBCXX": (3, 4, 28), "CXXABI": (1, 3, 12), "GCC": (4, 8, 0)},
          34: {"GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13), "GCC": (4, 8, 0)},
          35: {"GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (7, 0, 0)}}
PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent.parent


def output(*command: object) -> str:
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def dynamic_section(library: Path, key: str) -> list[str]:
    return re.findall(rf"^ +{key} +(\S+)$", output("objdump", "-p", library), re.MULTILINE)


def needed_libraries(library: Path) -> list[Path]:
    """The libraries to pack with `library`, where the dynamic linker finds them."""
    resolved = output("ldd", library)
    found = dict(re.findall(r"^\s+(\S+) => (/\S+) ", resolved, re.MULTILINE))
    missing = re.findall(r"^\s+(\S+) => not found", resolved, re.MULTILINE)
    if missing:
        sys.exit(f"make_wheel: not found: {', '.join(missing)}, needed by {library}")
    return [Path(path) for name, path in found.items() if name not in SYSTEM]


def manylinux_tag(libraries: list[Path]) -> str:
    """The oldest tag with all symbol versions that `libraries` need."""
    glibc = 17
    others: dict[str, tuple[int, ...]] = {}
    for library in libraries:
        for kind, text in re.findall(r"\((GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)\)", output("objdump", "-T", library)):
            version = tuple(int(part) for part in text.split("."))
            if kind == "GLIBC":
                glibc = max(glibc, version[1])
            else:
                others[kind] = max(others.get(kind, version), version)
    for minor, newest in NEWEST.items():
        if all(version <= newest[kind] for kind, version in others.items()):
            return f"manylinux_2_{max(glibc, minor)}_{platform.machine()}"
    sys.exit(f"make_wheel: no manylinux tag is known for the symbol versions {others}; build with an older compiler")


def licences(library: Path) -> dict[str, bytes]:
    """The licence of `library`: the file of its Debian package, and the common licence that it names for all files."""
    try:
        owner = output("dpkg", "-S", library.resolve()).split(":")[0]
    except (OSError, subprocess.CalledProcessError):
        sys.exit(f"make_wheel: {library} is of no Debian package, so that its licence is unknown")
    about = Path("/usr/share/doc", owner, "copyright").read_text()
    files = {f"{owner}.copyright": about.encode()}
    named = re.search(r"^Files: \*\n(?:.+\n)*?License: (\S+)$", about, re.MULTILINE)
    common = Path("/usr/share/common-licenses", named[1] if named else "")
    if common.is_file():
        files[common.name] = common.read_bytes()
    return files


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: make_wheel.py LIBRARY FOLDER")
    library, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    if not library.is_file():
        sys.exit(f"make_wheel: no file {library}")
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    soname = dynamic_section(library, "SONAME")[0]
    if soname != f"libwend_c.so.{project['version'].rsplit('.', 1)[0]}":
        sys.exit(f"make_wheel: {library} is {soname}, and the package has version {project['version']}")
    others = needed_libraries(library)
    strange = [path.name for path in others if not path.name.startswith("libtbb.so.")]
    if strange:
        sys.exit(f"make_wheel: {library} needs {', '.join(strange)}, may need oneTBB alone (BUILD_SHARED_LIBS=OFF)")

    info = f"wend-{project['version']}.dist-info"
    content: dict[str, bytes] = {}
    for name in ["py.typed"] + sorted(path.name for path in (PACKAGE / "wend").glob("*.py")):
        content[f"wend/{name}"] = (PACKAGE / "wend" / name).read_bytes()
    content[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    with tempfile.TemporaryDirectory() as temporary:
        packed = [Path(temporary, soname)] + [Path(temporary, path.name) for path in others]
        for source, copy in zip([library] + others, packed):
            shutil.copyfile(source, copy)
            output("strip", copy)
            content[f"wend/{copy.name}"] = copy.read_bytes()
        tag = f"py3-none-{manylinux_tag(packed)}"
    for path in others:
        for name, text in licences(path).items():
            content[f"{info}/licenses/{name}"] = text

    metadata = [("Metadata-Version", "2.1"), ("Name", project["name"]), ("Version", project["version"]),
                ("Summary", project["description"]), ("License", project["license"]["text"]),
                ("Requires-Python", project["requires-python"])]
    metadata += [("Requires-Dist", name) for name in project["dependencies"]]
    metadata += [("License-File", name.removeprefix(f"{info}/licenses/")) for name in content if "/licenses/" in name]
    metadata += [("Description-Content-Type", "text/markdown")]
    text = "".join(f"{key}: {value}\n" for key, value in metadata) + "\n" + (PACKAGE / project["readme"]).read_text()
    content[f"{info}/METADATA"] = text.encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: wend\nRoot-Is-Purelib: false\nTag: {tag}\n"
    content[f"{info}/WHEEL"] = wheel.encode()
    record = ""
    for name, data in content.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    content[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"wend-{project['version']}-{tag}.whl"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            member = zipfile.ZipInfo(name)  # of one date, so that the same files make the same wheel
            member.external_attr = (0o100755 if ".so" in name else 0o100644) << 16
            archive.writestr(member, data, zipfile.ZIP_DEFLATED)
    print(file)


main()
