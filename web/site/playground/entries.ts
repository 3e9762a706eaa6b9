/** The entries of the package that code may import here, and their files, which are fetched when code first needs them. */
import light from "posenc?url";
import atlas from "posenc/atlas?one-file";
import diagnose from "posenc/diagnose?one-file";
import engines from "posenc/engines?one-file";
import files from "posenc/files?one-file";
import inline from "posenc/inline?url";
import lab from "posenc/lab?url";
import lightWasm from "posenc/posenc.wasm?url";
import labWasm from "posenc/posenc-lab.wasm?url";
import rotaryWasm from "posenc/posenc-rotary.wasm?url";
import probe from "posenc/probe?one-file";
import rotary from "posenc/rotary?url";
import spec from "posenc/spec?one-file";

interface Files {
  readonly script: string;
  /** What the script would fetch itself, where there is a network. */
  readonly wasm?: string;
}

/** What the full entry has is the same in one file, with its WebAssembly inside. */
const ENTRIES = {
  posenc: { script: light, wasm: lightWasm },
  "posenc/rotary": { script: rotary, wasm: rotaryWasm },
  "posenc/full": { script: inline },
  "posenc/inline": { script: inline },
  "posenc/spec": { script: spec },
  "posenc/atlas": { script: atlas },
  "posenc/files": { script: files },
  "posenc/diagnose": { script: diagnose },
  "posenc/engines": { script: engines },
  "posenc/probe": { script: probe },
  "posenc/lab": { script: lab, wasm: labWasm },
} satisfies Record<string, Files>;

export type Entry = keyof typeof ENTRIES;

const IMPORTED = /\b(?:from|import)\s*(?:\(\s*)?["'](posenc(?:\/[\w./-]+)?)["']/g;

/** The names in the imports of some code: entries that are here, and others of the package. */
export function importsOf(code: string): {
  readonly known: readonly Entry[];
  readonly others: readonly string[];
} {
  const names = new Set([...code.matchAll(IMPORTED)].map(([, name = ""]) => name));
  const isHere = (name: string): name is Entry => Object.hasOwn(ENTRIES, name);
  return { known: [...names].filter(isHere), others: [...names].filter((name) => !isHere(name)) };
}

/** A sentence on an entry that is not here. */
export const notHere = (name: string): string =>
  `"${name}" cannot be imported here. There are ${Object.keys(ENTRIES).join(", ")}; figures are shown by show({ figure }).`;

export interface Loaded {
  readonly text: string;
  readonly wasm?: ArrayBuffer;
}

const loaded = new Map<string, Promise<Response>>();

/** A file as a response that can be read again. */
async function fetched(url: string): Promise<Response> {
  const known = loaded.get(url) ?? fetchOnce(url);
  loaded.set(url, known);
  known.catch(() => loaded.delete(url)); // the network may be back for the next run
  return (await known).clone();
}

async function fetchOnce(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

export async function loadEntries(names: readonly Entry[]): Promise<Record<string, Loaded>> {
  const entries = names.map(async (name) => {
    const { script, wasm }: Files = ENTRIES[name];
    const [text, bytes] = await Promise.all([
      fetched(script).then((response) => response.text()),
      wasm === undefined ? undefined : fetched(wasm).then((response) => response.arrayBuffer()),
    ]);
    return [name, { text, ...(bytes && { wasm: bytes }) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
