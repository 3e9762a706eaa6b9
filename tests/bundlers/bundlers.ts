/** What the package is used with, and what each needs, in one line: the rows of the guide's table. */
const needs: readonly [title: string, needs: string][] = [
  ["Vite 8, dev and build", "nothing"],
  ["Vite 5 to 7", 'for its dev server `optimizeDeps: { exclude: ["posenc"] }` in its config'],
  ["webpack 5", "nothing"],
  ["Rspack 2", "nothing"],
  ["Parcel 2", '`"@parcel/resolver-default": { "packageExports": true }` in `package.json`'],
  ["Next 16", '`serverExternalPackages: ["posenc"]` in its config, if the server computes, too'],
  ["Rollup 4", "the `.wasm` files of `posenc/dist` copied beside the bundle"],
  ["esbuild", "the `.wasm` files of `posenc/dist` copied beside the bundle"],
  [
    "a bundle in CommonJS",
    '`load({ wasm: require.resolve("posenc/posenc.wasm") })` in Node, or `posenc/inline`',
  ],
  ["no bundler", "an import map, or the addresses of the files in `posenc/dist`"],
  [
    "a page from the disk",
    "`posenc/embed.single.js`; for numbers, a bundle of `posenc/inline` as a plain script",
  ],
  ["React 19, Svelte 5, MDX 3, Astro 5", "nothing"],
  ["Vue 3", '`isCustomElement: (tag) => tag.startsWith("pe-")` in `compilerOptions`'],
  ["pandoc, nbconvert", "`posenc/embed.single.js`, for a page in one file"],
  ["services that rebundle", "`posenc/inline` and `posenc/embed.single.js`"],
  ["workerd", "nothing: its condition imports the `.wasm` files, from a bundler that takes them as modules"],
  ["Node 20", "nothing; `require` works from 20.19 on"],
  [
    "Jest 30",
    '`node --experimental-vm-modules`, no transform; with jsdom `testEnvironmentOptions: { customExportConditions: ["node"] }`',
  ],
  ["jsdom, happy-dom", "nothing: figures register and stay quiet, because there is no layout to draw in"],
  ["Bun 1.4, Deno 2.9", "nothing; run by hand, not in the tests"],
  ["TypeScript 5.7", '`"DOM"` in `lib`, for the types of WebAssembly'],
];

export const tableOfBundlers = (): string =>
  ["| with | it needs |", "| --- | --- |", ...needs.map((row) => `| ${row.join(" | ")} |`)].join("\n");
