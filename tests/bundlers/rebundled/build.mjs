// As services do that serve packages as modules: each entry in one minified file, under an address with nothing beside it.
import { cpSync } from "node:fs";
import { build } from "esbuild";

const entries = {
  "npm/posenc@1/inline/+esm": "posenc/inline",
  "npm/posenc@1/embed.single.js/+esm": "posenc/embed.single.js",
};
for (const [address, entry] of Object.entries(entries))
  await build({
    stdin: { contents: `export * from "${entry}";`, resolveDir: "." },
    ...{ bundle: true, minify: true, format: "esm", outfile: `dist/${address}.js`, logLevel: "error" },
  });
cpSync("index.html", "dist/index.html");
