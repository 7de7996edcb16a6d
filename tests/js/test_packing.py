"""The script that is sent: the same program as the one that is read, without what a page does not need."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from sevens_widgets.packing import packed
from sevens_widgets.widget import joined, script
from tests.js.harness import STATIC

WIDGETS = sorted(
    each.name for each in STATIC.glob("*.js") if "export default" in each.read_text("utf-8")
)

# Prints the syntax tree of every text: the kind, the words and the signs of each of its nodes.
TREES = """
const ts = require(process.argv[1]);
const trees = JSON.parse(require("fs").readFileSync(0, "utf8")).map((text) => {
  const file = ts.createSourceFile("a.js", text, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  const found = file.parseDiagnostics.map((each) => each.messageText);
  const walk = (node) => {
    found.push(node.kind, node.flags, node.operator ?? 0, node.rawText ?? node.text ?? "");
    ts.forEachChild(node, walk);
  };
  ts.forEachChild(file, walk);
  return found;
});
process.stdout.write(JSON.stringify(trees));
"""


def trees(npm: Path, *texts: str) -> list[list[object]]:
    """Let TypeScript read some scripts, and give what each is made of."""
    node = shutil.which("node")
    assert node, "npm is there, and so is node"
    compiler = npm / "typescript" / "lib" / "typescript.js"
    done = subprocess.run(
        [node, "-e", TREES, str(compiler)],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found: list[list[object]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", WIDGETS)
def test_what_is_sent_is_the_same_program(npm: Path, name: str) -> None:
    whole, sent = trees(npm, joined(name), script(name))
    assert len(whole) > 1000
    assert isinstance(whole[0], int), "TypeScript has read it without complaint"
    assert sent == whole
    assert len(script(name)) < 0.65 * len(joined(name))


HARD = r"""
const a = "/* no // comment */";
const b = '//', c = `${`in ${"{"} // not`} /* nor */  two`; // a note with "quotes" and `ticks`
const d = /[/"'`]\/\/ {2}/g.test(a), e = a / b / c, f = [/'/, /"/u], g = (x) => /\/\*/.test(x);
/* one
   more */ let i = 1
let j = i++ + ++i - -i - --i
const k = i ? .5 : 1 .toFixed(), l = () => { return /x/ }
const m = { get n() { return typeof i }, async *o() { yield* [] } }
label: for (const p of [1]) { if (p) continue label; else break }
j = i
++i
"""


def test_strings_templates_regular_expressions_and_ends_of_lines_are_left_alone(npm: Path) -> None:
    whole, sent = trees(npm, HARD, packed(HARD))
    assert "/* no // comment */" in packed(HARD)
    assert "quotes" not in packed(HARD)
    assert sent == whole


def test_a_space_that_matters_is_missed(npm: Path) -> None:
    """The comparison sees a difference where there is one."""
    whole, other = trees(npm, "let a = b + +c;", "let a=b++c;")
    assert whole != other
    whole, other = trees(npm, "let a = ` x`;", "let a=`x`;")
    assert whole != other
