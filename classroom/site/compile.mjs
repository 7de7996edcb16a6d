// node compile.mjs PYODIDE FOLDER TARGET: byte-compiles Python with the very Pyodide that will run it.
// PYODIDE: where the runtime lies. FOLDER: packages, which become TARGET/course.zip. The standard library of the
// runtime becomes TARGET/python_stdlib.zip. A browser would need many seconds to compile both each time.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, folder, target] = process.argv.slice(2).map((each) => path.resolve(each));
const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: runtime + path.sep });

for (const [place, there] of [["/runtime", runtime], ["/folder", folder], ["/target", target]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: there }, place);
}
python.runPython(fs.readFileSync(new URL("./compiling.py", import.meta.url), "utf-8"));
python.runPython(`
pack(stdlib("/runtime/python_stdlib.zip"), "/target/python_stdlib.zip", "/lib/python", optimize=2)
pack(packages("/folder"), "/target/course.zip", "/course")
`);
