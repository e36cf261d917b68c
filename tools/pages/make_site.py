#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
"""make_site.py FOLDER: makes pages of the Markdown by cmark-gfm, and checks their links (tools/site)."""

import json
import os
import re
import shutil
import subprocess
import sys
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).absolute().parents[2]
BEHAVIOURS = Path("bench/scenarios/behaviours")
GALLERY, LIVE = Path("bench/scenarios/gallery/README.md"), Path("tools/live/README.md")
DOCS = "kernels/docs"
GROUPS = {
    "Start": f"README.md {GALLERY} {DOCS}/tutorial.md {DOCS}/coming_from.md kernels/examples/README.md",
    "Guides": f"{DOCS}/crowds.md {DOCS}/flow_fields.md {DOCS}/navmesh.md {DOCS}/curves.md {DOCS}/physics.md "
    f"{DOCS}/desync.md {DOCS}/embedding.md {DOCS}/engines.md {DOCS}/building.md {DOCS}/ranks.md",
    "Languages": f"{DOCS}/c.md kernels/csharp/README.md kernels/python/README.md kernels/npm/README.md",
    "Reference": f"{DOCS}/stages.md bench/scenarios/README.md tools/README.md {LIVE} {DOCS}/compatibility.md "
    f"{DOCS}/bits.md {DOCS}/math.md",
    "Measuring": "bench/README.md bench/results/README.md tools/perf/README.md bench/assembly.md bench/tried.md",
    "Project": "CHANGELOG.md CONTRIBUTING.md SECURITY.md kernels/README.md tests/README.md",
}
GROUPS = {group: list(map(Path, pages.split())) for group, pages in GROUPS.items()}
# A comment, or a string as HTML has it.
CODE = re.compile(r"(?m)((?<!:)//.*|^#(?= ).*|(?<=  )# .*)|&quot;(?:\\&quot;|(?!&quot;).)*&quot;")
live = ROOT / "build/web/live.html"
pages, pictures, sources, dead = {}, set(), set(), []


def plain(html):
    return " ".join(unescape(re.sub("<[^>]*>", "", re.sub("</(t[dhr]|p|li|pre)>", " ", html))).split())


def coloured(code):
    return CODE.sub(lambda found: f"<i>{found[0]}</i>" if found[1] else f"<s>{found[0]}</s>", code)


def html_path(path):
    """The page of a file; README.md is its folder's."""
    if path.name == "README.md":
        return path.with_name("index.html")
    return path.with_suffix(".html") if path.suffix == ".md" else path.with_name(path.name + ".html")


def with_command(line):
    """A line of the gallery: after a picture the command that draws it."""
    name = line[2 : line.find("]")]
    if not line.startswith("![") or not (ROOT / BEHAVIOURS / f"{name}.json").exists():
        return line
    picture = (ROOT / GALLERY).parent / f"{name}.svg"
    animate = " --animate" if "<animate" in picture.read_text() else ""
    return f"{line} `wend run behaviours/{name} --out {name}.svg{animate}`; [live](../../../{LIVE}#behaviour={name})"


class Page:
    """`headings`: anchor, level and title."""

    def __init__(self, path):
        self.path, self.lines = path, (ROOT / path).read_text().split("\n")
        text = "\n".join(map(with_command, self.lines) if path == GALLERY else self.lines)
        command = ["cmark-gfm", "--sourcepos", "-e", "table", "-e", "autolink"]
        html = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
        self.headings = {}
        self.html = re.sub(r"<h(\d)(.*?)>(.*?)</h\1>", self.heading, html)
        self.title = next(iter(self.headings.values()))[1]

    def heading(self, found):
        """With the anchor that code hosts make."""
        level, place, title = found.groups()
        name = anchor = re.sub(r"[^\w\- ]", "", plain(title).lower()).replace(" ", "-")
        while anchor in self.headings:
            anchor = f"{name}-{int(anchor[len(name) + 1 :] or 0) + 1}"
        self.headings[anchor] = (level, plain(title))
        return f'<h{level} id="{anchor}"{place}>{title}</h{level}>'

    def finish(self):
        """Links lead to pages of the site; places in the Markdown are left out."""
        place = (1, 1)

        def follow(found):
            nonlocal place
            first, last, attribute, url = found.groups()
            if first:
                place = (int(first), int(last))
                return ""
            to = self.target(unescape(url))
            if to is None:
                line = next((n for n in range(place[0], place[1] + 1) if unescape(url) in self.lines[n - 1]), place[0])
                dead.append(f"{self.path}:{line}: {url} leads nowhere")
            return f'{attribute}="{escape(to or "")}"'

        html = re.sub(r' data-sourcepos="(\d+):\d+-(\d+):\d+"|((?:<a href|<img src))="([^"]*)"', follow, self.html)
        html = re.sub("(?s)(<pre><code.*?>)(.*?)</code>", lambda found: f"{found[1]}{coloured(found[2])}</code>", html)
        html = re.sub(r"<td>\w+</td>", lambda found: found[0].replace("_", "_<wbr>"), html)
        html = re.sub("(?s)<table>.*?</table>", r"<div class=scroll>\g<0></div>", html)
        if self.path == GALLERY:
            html = re.sub("(?s)<h2 .*?(?=<h2 |$)", r"<section>\g<0></section>", html)
        self.html = html

    def target(self, url):
        """The address that a link leads to; None where there is nothing."""
        if re.match("[a-z]+:", url):
            return url
        name, _, anchor = unquote(url).partition("#")
        path = Path(os.path.normpath(self.path.parent / name)) if name else self.path
        path = path / "README.md" if path / "README.md" in pages else path
        to = html_path(path)
        if path == LIVE and anchor.startswith("behaviour="):
            if not (ROOT / BEHAVIOURS / f"{anchor.removeprefix('behaviour=')}.json").exists():
                return None
            to, anchor = (Path("live.html"), anchor) if live.exists() else (to, "")
        elif path in pages:
            if anchor and anchor not in pages[path].headings:
                return None
        elif anchor or path.parts[0] == ".." or not (ROOT / path).is_file():
            return None
        elif path.suffix in (".svg", ".webp"):
            pictures.add(path)
            to = path
        else:
            sources.add(path)
        return os.path.relpath(to, self.path.parent) + (f"#{anchor}" if anchor else "")

    def sections(self):
        """What the search finds: address, page, heading and text."""
        parts = re.split(r'<h[123] id="([^"]*)">(.*?)</h\d>', self.html)
        for anchor, title, text in zip(parts[1::3], parts[2::3], parts[3::3]):
            yield f"{html_path(self.path)}#{anchor}", self.title, plain(title), plain(text)


def navigation(here, root):
    """All pages, and the contents of the one that is shown."""
    for group, paths in GROUPS.items():
        yield f"<h2>{group}</h2><ul>"
        for path in paths:
            current = " aria-current=page" if path == here else ""
            yield f'<li><a href="{root}{html_path(path)}"{current}>{escape(pages[path].title)}</a><ul>'
            contents = pages[path].headings.items() if current else ()
            yield from (f'<li><a href="#{one}">{escape(title)}</a>' for one, (level, title) in contents if level == "2")
            yield "</ul>"
        yield "</ul>"


def write_page(folder, path, title, body):
    out = html_path(path)
    root = "../" * (len(out.parts) - 1)
    link = f'<a href="{root}live.html">Live page</a>' if live.exists() else ""
    (folder / out).parent.mkdir(parents=True, exist_ok=True)
    (folder / out).write_text(f"""<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1">
<title>{escape(title)}</title><link rel=stylesheet href="{root}site.css"><script defer src="{root}site.js"></script>
<header><a href="{root}index.html">wend</a>{link}
<input type=search id=search placeholder=Search aria-label=Search><ul id=found aria-label="Sections found" hidden></ul>
</header>
<nav aria-label=Pages><details open><summary>Pages</summary>{"".join(navigation(path, root))}</details></nav>
<main{" class=gallery" if path == GALLERY else ""}>
{body}</main>
</html>
""")


def write_site(folder):
    for path, page in pages.items():
        write_page(folder, path, page.title, page.html)
    for path in sources:
        code = coloured(escape((ROOT / path).read_text()))
        write_page(folder, path, path.name, f"<h1>{path}</h1><pre><code>{code}</code></pre>")
    for path in pictures:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    if live.exists():
        shutil.copy(live, folder)
    here = ROOT / "tools/pages"
    shutil.copy(here / "site.js", folder)
    (folder / "site.css").write_text((ROOT / "tools/support/page.css").read_text() + (here / "site.css").read_text())
    sections = [section for page in pages.values() for section in page.sections()]
    (folder / "sections.js").write_text(f"const sections = {json.dumps(sections, ensure_ascii=False)};\n")


def main(folder):
    if folder.exists() and any(folder.iterdir()):
        if not (folder / "sections.js").exists():
            sys.exit(f"site: {folder} has other files than a site's")
        shutil.rmtree(folder)
    pages.update((path, Page(path)) for paths in GROUPS.values() for path in paths)
    for page in pages.values():
        page.finish()
    tracked = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    dead.extend(f"{name}:1: in no group of make_site.py" for name in tracked if Path(name) not in pages)
    if dead:
        sys.exit("\n".join(dead))
    write_site(folder)
    if not live.exists():
        print("site: without the live page, which tools/build web live_page makes")
    print(f"site: {len(pages)} pages in {folder / 'index.html'}")


main(Path(sys.argv[1]))
