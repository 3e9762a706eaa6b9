import type { Locator } from "playwright-core";
import { load as loadLight } from "posenc";
import { load as loadFull } from "posenc/full";
import { nextFile } from "./keep-files.ts";
import type { Matrix } from "./numpy.ts";
import { PATIENCE } from "./patience.ts";

/** The numbers that a figure exports through its Share menu: as files, and as code that is run here. */

/** Presses a button, such as one of the open Share menu, and reads the file that it saves. */
export async function saved(figure: Locator, name: string): Promise<Buffer> {
  await figure.getByRole("button", { name, exact: true }).click();
  return Buffer.from(await figure.page().evaluate(nextFile, PATIENCE), "base64");
}

/** Presses a button of the open Share menu and reads the text that it copies. */
export async function copied(figure: Locator, name: string): Promise<string> {
  await figure.getByRole("button", { name, exact: true }).click();
  // What writes the text may have to come first.
  return figure.getByLabel("Text to copy").evaluate(async (node) => {
    const text = node as HTMLTextAreaElement;
    while (text.value === "") await new Promise(requestAnimationFrame);
    return text.value;
  });
}

/** A NumPy file of version 1.0, little-endian float32 or float64. */
export function npyMatrix(file: Buffer): Matrix {
  const end = 10 + file.readUInt16LE(8);
  const header = file.toString("latin1", 10, end);
  const shape = (/'shape': \(([\d, ]*)\)/.exec(header)?.[1] ?? "").split(",").filter(Boolean).map(Number);
  const bytes = file.buffer.slice(file.byteOffset + end, file.byteOffset + file.length) as ArrayBuffer;
  const values = header.includes("'<f8'") ? new Float64Array(bytes) : new Float32Array(bytes);
  return { shape, values: [...values] };
}

/** The cells of a CSV file, without its head and its first column. */
export const csvValues = (file: Buffer): number[] =>
  file
    .toString()
    .trim()
    .split("\n")
    .slice(1)
    .flatMap((line) => line.split(",").slice(1).map(Number));

/** Runs code for this package, and reads the array of a name. */
export async function runJavaScript(code: string, name: string): Promise<number[]> {
  const body = code.replace(/import \{ load \} from "posenc(\/full)?";/, "");
  const load = code.includes('"posenc/full"') ? loadFull : loadLight;
  const run = new Function("load", `return (async () => { ${body}; return ${name}; })()`);
  return [...(await run(load))];
}
