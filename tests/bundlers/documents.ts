/** Pages of documents: what pandoc and nbconvert make, each one file. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLERS } from "./project.ts";

/** The programs are there without being installed: tools/setup/document-programs.mjs. */
const USR = join(BUNDLERS, "debian/usr");
const env = {
  ...process.env,
  LD_LIBRARY_PATH: join(USR, "lib/x86_64-linux-gnu"),
  PYTHONPATH: join(USR, "lib/python3/dist-packages"),
  JUPYTER_PATH: join(USR, "share/jupyter"),
  PYTHONWARNINGS: "ignore",
};
const run = (cwd: string, program: string, args: readonly string[]) =>
  execFileSync(program, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** One file from `post.md`, with all that it names inside, as Quarto makes its own by pandoc. */
export function pandoc(folder: string): void {
  const program = join(USR, "bin/pandoc");
  const data = `--data-dir=${join(USR, "share/pandoc/data")}`;
  const options = run(folder, program, ["--help"]);
  const embedded = options.includes("--embed-resources") ? "--embed-resources" : "--self-contained"; // before 2.19
  run(folder, program, ["post.md", "--standalone", embedded, data, "-o", "post.html"]);
}

const output = (html: string) => ({
  cell_type: "code",
  execution_count: 1,
  id: String(html.length),
  metadata: {},
  source: ["HTML(…)"],
  outputs: [{ output_type: "display_data", metadata: {}, data: { "text/html": [html] } }],
});

/** A notebook as `HTML(…)` in two cells leaves it: one with the script, one with the tag; and the page that nbconvert makes. */
export function nbconvert(folder: string): void {
  const script = readFileSync(join(folder, "embed.single.js"), "utf8");
  const cells = [
    output(`<script>${script}</script>`),
    output('<pe-waves d-model="20">A fallback</pe-waves>'),
  ];
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  const notebook = { cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
  writeFileSync(join(folder, "notebook.ipynb"), JSON.stringify(notebook));
  // Debian's has formulas and widgets from its own folders; this page has none.
  const without = ["mathjax_url", "require_js_url", "jquery_url"].map((name) => `--HTMLExporter.${name}=`);
  run(folder, "/usr/bin/python3", ["-m", "nbconvert", "--to", "html", ...without, "notebook.ipynb"]);
}
