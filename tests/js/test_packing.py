"""The script that is sent: the same program as the one that is read, without what a page does not need."""

from __future__ import annotations

import json
import re
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


# Where a slash begins a regular expression, and where it divides: a note or a string looks as if it began in each.
SLASHES = {
    "return": "const f = () => { return /[/*]'/ };",
    "return, on its line": "const f = (a) => { return  /'\"`/g\n  .test(a) };",
    "arrow": "const f = () =>  /[//]/ , g = 1;",
    "typeof": "const a = typeof /'/ , b = '  ';",
    "case": "switch (a) { case  /'/: break; case 1: a /  2; }",
    "void, delete, new, in": "void /'/; b = delete  /'/.c; new /'/; d in  /'/; e = '  ';",
    "throw, else, do": "if (a) { throw /'/ } else /'/ ; do /'/ ; while (a)\nlet b = '  ';",
    "await, yield": "async function* f() { await  /'/; yield /'/; const b = '  '; }",
    "a condition": "if (a)  /'/.test(b); while (a) /'/ ; for (;;) /'/ ; let c = '  ';",
    "for await": "async () => { for await (const a of b)  /'/.test(a); const c = '  '; }",
    "brackets": "let a = (b) / 2, c = '  ' / 1, d = f(x) / g('  /  ');",
    "brackets of a method": "let a = b.if (c) / 2, d = '  ' / e;",
    "brackets in a condition": "if ((a) / 2 > (b) / 3) c = '  /  ';",
    "index": "let a = b[0] / 2, c = '  ' / d;",
    "property": "let a = b.return / 2, c = '  ' / b?.case  / d;",
    "private": "class A { #in = 1; b() { return this.#in / 2 + '  ' / 1; } }",
    "values": "let a = this / 2, b = null / 2, c = true / 2, d = '  ' / e;",
    "numbers": "let a = 1. / 2, b = .5 / 2, c = 0xe- /'/ , d = 1e-5 / 2, e = '  ' / 1n / 2;",
    "numbers before a word": "let a = 1. in b, c = 2 in d, e = 0x1 instanceof f, g = 1. .toFixed();",
    "string and template": "let a = 'x' / 2, b = `y` / 2, c = `${1}` / 2, d = '  ' / e;",
    "expression": "let a = /'/g / 2, b = '  ' / c;",
    "a word after it": "let a = /'/ in b, c = /'/ instanceof d;",
    "signs": "let a = ! /'/ , b = + /'/ , c = a ? /'/ : /'/ , d = [.../'/.e], f = [... typeof /'/];",
    "signs that would grow together": "let a = b < ! --c, d = e - - f, g = h++ + i, j = k-- > l;",
    "no value at all": "/'/.test(a); let b = '  ';",
    "a class in brackets": r"let a = (/[\]/'`]\/'/), b = '  ';",
    "deep template": "let a = `  ${ { b : `  ${ /'}`/.c  +  ({ d })  }  ` }.b }  '  // no`, e = '  ';",
    "braces in a template": "let a = `${ (() => { if (b) { return /}'/ } })() }  ` / 2, c = '  ';",
    "ends of lines": "let a = 1 // one\u2028let b = 2 /* two\r */ let c = 'a\\\r\nb' // three\rlet d = 4",
    "a mark of the order of bytes": "let\ufeffa = 1;",
}


def test_a_regular_expression_is_told_from_a_division(npm: Path) -> None:
    both = trees(npm, *SLASHES.values(), *map(packed, SLASHES.values()))
    whole, sent = both[: len(SLASHES)], both[len(SLASHES) :]
    for place, before, after in zip(SLASHES, whole, sent, strict=True):
        assert isinstance(before[0], int), f"{place}: TypeScript has read it without complaint"
        assert after == before, place


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            "a();\nif (a) { b } /'/.test(c);",
            'Line 2 of the script, "if (a) { b } /\'/.test(c);": after "}"',
        ),
        ("let a = i++ / 2;", 'after "++" it cannot be told whether "/" divides'),
        ("let a = i-- / 2;", 'after "--"'),
        ("for (const a of /'/.b) c();", 'after "of"'),
        ("let a = 'b", '"\'" begins nothing'),
        ("let a = `b ${c}", '"}" begins nothing'),
        ("let a = 1; /* b", '"/" begins nothing'),
        ("let a = /b", '"/" begins nothing'),
        ("let \\u0061 = 1;", '"\\" begins nothing'),
    ],
)
def test_what_cannot_be_told_is_refused_in_a_sentence(script: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)) as refused:
        packed(script)
    assert str(refused.value).endswith(".")


def test_a_space_that_matters_is_missed(npm: Path) -> None:
    """The comparison sees a difference where there is one."""
    whole, other = trees(npm, "let a = b + +c;", "let a=b++c;")
    assert whole != other
    whole, other = trees(npm, "let a = ` x`;", "let a=`x`;")
    assert whole != other
