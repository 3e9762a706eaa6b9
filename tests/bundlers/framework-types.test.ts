/** The tags of the figures are known, and their attributes checked, in templates of frameworks: by each one's own types. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProject, ROOT, runIn } from "./project.ts";

const jsx = (framework: string, hooks: string) => `
import "posenc/jsx/${framework}";
import { useRef } from "${hooks}";
export function Post() {
  const figure = useRef<HTMLElementTagNameMap["pe-heatmap"]>(null);
  return (
    <pe-heatmap ref={figure} id="table" d-model={50} positions="0 20" onpe-change={(event) => event.detail.dModel.toFixed()}>
      <img alt="" />
    </pe-heatmap>
  );
}
export const listen = (figure: HTMLElementTagNameMap["pe-heatmap"]) => {
  figure.addEventListener("pe-change", ({ detail }) => detail.dModel.toFixed());
  figure.addEventListener("click", ({ clientX }) => clientX);
  // @ts-expect-error: not a field of the figure's state
  figure.addEventListener("pe-ready", ({ detail }) => detail.words);
};
// @ts-expect-error: not a word of the mode
export const word = <pe-heatmap mode="sharp" />;
// @ts-expect-error: not a field of the figure's state
export const detail = <pe-heatmap onpe-ready={(event) => event.detail.words} />;
// @ts-expect-error: not an attribute
export const attribute = <pe-heatmap channels={50} />;
// @ts-expect-error: not a figure
export const figure = <pe-heat />;
`;

const samples = {
  react: jsx("react", "react"),
  preact: jsx("preact", "preact/hooks"),
  svelte: `
import "posenc/jsx/svelte";
import type { SvelteHTMLElements } from "svelte/elements";
type Attributes = SvelteHTMLElements["pe-heatmap"];
export const right: Attributes = { id: "table", "d-model": 50, "onpe-change": (event) => event.detail.dModel.toFixed() };
// @ts-expect-error: not a word of the mode
export const wrong: Attributes = { mode: "sharp" };
`,
  vue: `
import "posenc/jsx/vue";
import type { GlobalComponents } from "vue";
type Props = InstanceType<GlobalComponents["pe-heatmap"]>["$props"];
export const right: Props = { id: "table", "d-model": 50, "onPe-change": (event) => event.detail.dModel.toFixed() };
// @ts-expect-error: not a word of the mode
export const wrong: Props = { mode: "sharp" };
export const figure = <pe-heatmap id="table" d-model={50} mode="exact" />;
// @ts-expect-error: not a word of the mode
export const word = <pe-heatmap mode="sharp" />;
`,
};

test.each(Object.entries(samples))("%s", (framework, sample) => {
  const folder = makeProject(`types-${framework}`, []);
  writeFileSync(join(folder, "post.tsx"), sample);
  const compilerOptions = {
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, types: [] },
    ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable"], module: "nodenext" },
    ...{ jsx: "react-jsx", jsxImportSource: framework },
    skipDefaultLibCheck: true, // the compiler's own files alone: ours and the framework's are checked
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["post.tsx"] }));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  expect(() => runIn(folder, [compiler, "-p", "."])).not.toThrow();
});
