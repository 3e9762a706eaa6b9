/** The encoding of a lane, as an attribute writes it: `rope`, or with fields `rope?scaling=yarn&scaling.factor=4&start=3`. */
import { type LabMethod, methods } from "../../../src/api/lab/methods.ts";
import type { LabEncoding } from "../../../src/entries/lab.ts";

/** The encodings of a text: names with or without fields, with spaces or commas between them. */
export const splitEncodings = (text: string): readonly string[] => text.match(/[^\s,?]+(\?\S*)?/g) ?? [];

const partsOf = (encoding: string): [method: string, fields: string] => {
  const [method = "", fields = ""] = encoding.split("?", 2);
  return [method, fields];
};

export const isKnown = (encoding: string): boolean => Object.hasOwn(methods, partsOf(encoding)[0]);

export const methodOf = (encoding: string): LabMethod => partsOf(encoding)[0] as LabMethod;

export const isRotary = (encoding: string): boolean => methods[methodOf(encoding)].place === "rotated";

/** A number, a list of numbers, yes or no, or a word. */
function readValue(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  const numbers = text.split(",").map(Number);
  if (text === "" || numbers.some(Number.isNaN)) return text;
  return numbers.length === 1 ? numbers[0] : numbers;
}

/** The encoding as posenc/lab takes it, which checks the fields when the lane begins to train. */
export function encodingOf(encoding: string): LabEncoding {
  const [method, text] = partsOf(encoding);
  if (text === "") return method as LabMethod;
  const spec: Record<string, unknown> = { method };
  for (const [name, value] of new URLSearchParams(text)) {
    const [field = "", inner] = name.split(".", 2);
    if (inner === undefined && field !== "scaling") spec[field] = readValue(value);
    else spec[field] = { ...(spec[field] as object | undefined), [inner ?? "type"]: readValue(value) };
  }
  return spec as LabEncoding;
}

/** The name of a lane in words. */
export function titleOf(encoding: string): string {
  const [, fields] = partsOf(encoding);
  const { title } = methods[methodOf(encoding)];
  return fields === "" ? title : `${title} (${fields.replaceAll("=", " ").replaceAll("&", ", ")})`;
}

/** Its name in a picture, where fields do not fit. */
export const shortTitleOf = (encoding: string): string =>
  methods[methodOf(encoding)].title + (encoding.includes("?") ? " …" : "");
