/**
 * Types of the figures' tags, made from the manifest: for `document.querySelector`, and for templates of React, Preact, Svelte
 * and Vue. Each of these declares custom elements in a different place.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {import("./manifest.mjs").Declaration} Declaration */

/** Entries with the types of the tags. */
const ENTRIES = ["elements", "define", "embed"];

const EVENTS = `
/** Listeners as JSX has them. The detail of an event is the figure's state. */
export interface FigureEvents<Tag extends keyof FigureStates> {
  "onpe-ready"?: ((event: CustomEvent<FigureStates[Tag]>) => void) | undefined;
  "onpe-change"?: ((event: CustomEvent<FigureStates[Tag]>) => void) | undefined;
}
`;

/** Attributes of every figure that are not part of its state. */
const COMMON = ["palette", "controls"];

/** @param {string} names of types that all frameworks share */
const importOf = (names) => `import type { ${names} } from "./attributes.js";`;

/**
 * The figures of a framework whose listeners are attributes.
 * @param {string} attributes of an element with a tag, in the framework's types
 */
const figuresWith = (attributes) => `${importOf("FigureAttributes, FigureEvents")}

type Figures = {
  [Tag in keyof FigureAttributes]: FigureAttributes[Tag] & FigureEvents<Tag> & ${attributes};
};
`;

/** @param {string} module that declares the elements of JSX */
const inJsxOf = (module) => `
declare module "${module}" {
  namespace JSX {
    interface IntrinsicElements extends Figures {}
  }
}
`;

const ELEMENT = "HTMLElementTagNameMap[Tag]";

/** For each framework, the attributes that it adds to a figure's own, and the place where it declares elements. */
const FRAMEWORKS = {
  react: `import type { DetailedHTMLProps, HTMLAttributes } from "react";
${figuresWith(`DetailedHTMLProps<HTMLAttributes<${ELEMENT}>, ${ELEMENT}>`)}${inJsxOf("react")}`,
  preact: `import type { JSX } from "preact";
${figuresWith(`JSX.HTMLAttributes<${ELEMENT}>`)}${inJsxOf("preact")}`,
  svelte: `import type { HTMLAttributes } from "svelte/elements";
${figuresWith(`HTMLAttributes<${ELEMENT}>`)}
declare module "svelte/elements" {
  interface SvelteHTMLElements extends Figures {}
}
`,
  vue: `import type { HTMLAttributes, ReservedProps } from "vue";
${importOf("FigureAttributes, FigureStates")}

interface Events<Tag extends keyof FigureStates> {
  "onPe-ready"?: ((event: CustomEvent<FigureStates[Tag]>) => void) | undefined;
  "onPe-change"?: ((event: CustomEvent<FigureStates[Tag]>) => void) | undefined;
}

type Props<Tag extends keyof FigureAttributes> = FigureAttributes[Tag] & Events<Tag> & HTMLAttributes & ReservedProps;

type Components = { [Tag in keyof FigureAttributes]: new () => { $props: Props<Tag> } };

type Figures = { [Tag in keyof FigureAttributes]: Props<Tag> };

declare module "vue" {
  interface GlobalComponents extends Components {}
}

${inJsxOf("vue/jsx-runtime")}`,
};

/** @param {string} folder of the package, with its declarations and its manifest in it */
export function writeFrameworkTypes(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "custom-elements.json"), "utf8"));
  /** @type {Declaration[]} */
  const figures = manifest.modules[0].declarations;
  writeFileSync(join(folder, "tags.d.ts"), tagsOf(figures));
  for (const entry of ENTRIES) {
    const file = join(folder, `${entry}.d.ts`);
    writeFileSync(file, `/// <reference path="./tags.d.ts" />\n${readFileSync(file, "utf8")}`);
  }
  const target = join(folder, "jsx");
  mkdirSync(target);
  const attributes = figures.map(attributesOf).join("");
  writeFileSync(
    join(target, "attributes.d.ts"),
    `/// <reference path="../tags.d.ts" />\n/** The attributes of each figure. */\nexport interface FigureAttributes {\n${attributes}}\n${statesOf(figures)}${EVENTS}`,
  );
  for (const [name, text] of Object.entries(FRAMEWORKS)) writeFileSync(join(target, `${name}.d.ts`), text);
  // Bundlers resolve an import of types, too, unless the file that has it is left out as a whole.
  writeFileSync(join(target, "types-only.js"), "export {};\n");
}

/** @param {readonly Declaration[]} figures */
function tagsOf(figures) {
  const rows = figures.map(
    ({ name, tagName }) =>
      `    "${tagName}": Listened<"${tagName}"> & InstanceType<typeof elements.${name}>;\n`,
  );
  const imports = [
    'import type * as elements from "./elements.js";',
    'import type { FigureStates } from "./jsx/attributes.js";',
  ];
  return `${imports.join("\n")}

/** A figure whose tag is known: the detail of its events is its own state. */
interface Listened<Tag extends keyof FigureStates> {
  addEventListener(
    type: "pe-ready" | "pe-change",
    listener: (event: CustomEvent<FigureStates[Tag]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
${rows.join("")}  }
  interface HTMLElementEventMap {
    /** A figure has been drawn for the first time. */
    "pe-ready": CustomEvent<PosencFigureState>;
    /** A figure shows another state. */
    "pe-change": CustomEvent<PosencFigureState>;
  }
  /** The detail of a figure's events: its state. Which fields there are depends on the figure. */
  interface PosencFigureState {
${fieldsOfAll(figures).join("")}  }
}
`;
}

/** @param {Declaration} figure */
const fieldsOf = ({ attributes }) => attributes.filter(({ name }) => !COMMON.includes(name));

/** @param {readonly Declaration[]} figures */
function statesOf(figures) {
  const states = figures.map((figure) => {
    const fields = fieldsOf(figure).map(
      ({ fieldName, type }) => `    readonly ${fieldName}: ${type.text};\n`,
    );
    return `  "${figure.tagName}": {\n${fields.join("")}  };\n`;
  });
  return `\n/** The state of each figure: the details of its events. */\nexport interface FigureStates {\n${states.join("")}}\n`;
}

/**
 * The fields of all figures' states, each with the types that it has in some figure.
 * @param {readonly Declaration[]} figures
 */
function fieldsOfAll(figures) {
  /** @type {Map<string, Set<string>>} */
  const types = new Map();
  for (const { fieldName, type } of figures.flatMap(fieldsOf))
    types.set(fieldName, (types.get(fieldName) ?? new Set()).add(type.text));
  return [...types]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, texts]) => `    readonly ${name}?: ${[...texts].join(" | ")};\n`);
}

/** @param {Declaration} figure */
function attributesOf({ tagName, description, attributes }) {
  const rows = attributes.flatMap(({ name, fieldName, type, description, ...rest }) => {
    const usual = "default" in rest ? ` Default: \`${rest.default}\`.` : "";
    return [...new Set([name, fieldName])].map(
      (key) => `    /** ${description}${usual} */\n    "${key}"?: ${takenBy(type.text)} | undefined;\n`,
    );
  });
  const [doc] = description.split("\n");
  return `  /** ${doc} */\n  "${tagName}": {\n${rows.join("")}  };\n`;
}

/**
 * The type of a property in a template, which also accepts the text of its attribute.
 * @param {string} type
 */
function takenBy(type) {
  if (type === "number") return "number | string";
  if (type === "boolean") return 'boolean | "" | "true" | "false"';
  return type.startsWith("readonly") ? `${type} | string` : type;
}
