"""Runs the notebooks and makes pages of them.

    python run.py --check    fails if an output, or a page, is not what is stored
    python run.py --write    stores outputs and pages

Outputs must not depend on the machine: notebooks show counts and no seconds.
"""

import pathlib
import sys
import tempfile

import nbclient
import nbformat

HERE = pathlib.Path(__file__).resolve().parent
PAGES = HERE.parents[1] / "docs" / "guide" / "python"


def outputs(cell):
    """What a cell shows: texts, and pictures as SVG."""
    shown = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if output["output_type"] == "error":
            shown.append(("text", f"{output['ename']}: {output['evalue']}"))
        elif "image/svg+xml" in data:
            shown.append(("svg", data["image/svg+xml"]))
        else:
            shown.append(("text", output.get("text") or data.get("text/plain", "")))
    return [(kind, text.rstrip() + "\n") for kind, text in shown]


def page(name, notebook):
    """The files of a notebook's page: its text by the page's name, and pictures."""
    files, lines = {}, []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            lines += [cell.source, ""]
            if len(lines) == 2:
                lines += [f"*This page is the notebook [`{name}.ipynb`](../../../python/notebooks/{name}.ipynb).*", ""]
            continue
        lines += ["```python", cell.source, "```", ""]
        for kind, text in outputs(cell):
            if kind == "svg":
                picture = f"{name}-{len(files) + 1}.svg"
                files[picture] = text
                lines += [f"![a board]({picture})", ""]
            else:
                lines += ["```text", text.rstrip(), "```", ""]
    files[f"{name}.md"] = "\n".join(lines).rstrip() + "\n"
    return files


def run(path, write):
    """Runs a notebook; returns what is not as it is stored."""
    stored = nbformat.read(path, as_version=4)
    fresh = nbformat.reads(nbformat.writes(stored), as_version=4)
    with tempfile.TemporaryDirectory() as place:
        where = {"metadata": {"path": place}}
        nbclient.NotebookClient(fresh, timeout=300, kernel_name="python3", resources=where).execute()
    for cell in fresh.cells:
        cell.metadata.clear()
    fresh.metadata.get("language_info", {}).pop("version", None)
    files = page(path.stem, fresh)
    if write:
        PAGES.mkdir(parents=True, exist_ok=True)
        nbformat.write(fresh, path)
        for name, text in files.items():
            (PAGES / name).write_text(text, encoding="utf-8")
        return []
    wrong = []
    for number, (one, other) in enumerate(zip(stored.cells, fresh.cells), 1):
        if outputs(one) != outputs(other):
            wrong.append(f"{path.name}, cell {number}: {outputs(one)} is stored, {outputs(other)} came")
    for name, text in files.items():
        place = PAGES / name
        if not place.exists() or place.read_text(encoding="utf-8") != text:
            wrong.append(f"{place}: not what {path.name} makes")
    return wrong


def main():
    if sys.argv[1:] not in (["--check"], ["--write"]):
        sys.exit(__doc__)
    notebooks = sorted(HERE.glob("*.ipynb"))
    wrong = [line for path in notebooks for line in run(path, sys.argv[1] == "--write")]
    print("\n".join([*wrong, f"{len(notebooks)} notebooks, {len(wrong)} differences"]))
    sys.exit(bool(wrong))


main()
