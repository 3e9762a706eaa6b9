import mdx from "@mdx-js/rollup";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { build } from "vite";

const isFigure = (tag) => tag.startsWith("pe-");

await build({
  configFile: false,
  base: "./",
  logLevel: "error",
  plugins: [
    mdx(),
    svelte({ configFile: false }),
    vue({ template: { compilerOptions: { isCustomElement: isFigure } } }),
  ],
  build: { rolldownOptions: { input: ["react", "vue", "svelte", "mdx"].map((name) => `${name}.html`) } },
});
