import { readFileSync, writeFileSync } from "node:fs";
import mdx from "@mdx-js/rollup";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { build } from "vite";

const isFigure = (tag) => tag.startsWith("pe-");

const names = ["react", "vue", "svelte", "mdx"];
const page = readFileSync("page.html", "utf8");
for (const name of names) writeFileSync(`${name}.html`, page.replaceAll("NAME", name));

await build({
  configFile: false,
  base: "./",
  logLevel: "error",
  plugins: [
    mdx(),
    svelte({ configFile: false }),
    vue({ template: { compilerOptions: { isCustomElement: isFigure } } }),
  ],
  build: { rolldownOptions: { input: names.map((name) => `${name}.html`) } },
});
