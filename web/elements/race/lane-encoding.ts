/** The encoding of a lane, as an attribute writes it: `rope`, or with fields `rope?scaling=yarn&scaling.factor=4&start=3`. */
import type { LabEncoding, LabMethod } from "../../../src/entries/lab.ts";

/** The encodings that can be lanes, by the names that the figure shows. */
export const METHODS: Readonly<Record<LabMethod, string>> = {
  none: "none",
  sinusoidal: "sinusoidal",
  sine: "sines only",
  learned: "learned",
  rope: "RoPE",
  "rope-half": "half RoPE",
  "rope-alternate": "RoPE and none",
  alibi: "ALiBi",
  kerple: "KERPLE",
  t5: "T5",
  fire: "FIRE",
  shaw: "Shaw",
  fox: "FoX",
};

/** The encodings that can be stretched after training. */
const ROTARY: readonly LabMethod[] = ["rope", "rope-half", "rope-alternate"];

/** The encodings of a text: names with or without fields, with spaces or commas between them. */
export const splitEncodings = (text: string): readonly string[] => text.match(/[^\s,?]+(\?\S*)?/g) ?? [];

const partsOf = (encoding: string): [method: string, fields: string] => {
  const [method = "", fields = ""] = encoding.split("?", 2);
  return [method, fields];
};

export const isKnown = (encoding: string): boolean => Object.hasOwn(METHODS, partsOf(encoding)[0]);

export const methodOf = (encoding: string): LabMethod => partsOf(encoding)[0] as LabMethod;

export const isRotary = (encoding: string): boolean => ROTARY.includes(methodOf(encoding));

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
  const name = METHODS[methodOf(encoding)];
  return fields === "" ? name : `${name} (${fields.replaceAll("=", " ").replaceAll("&", ", ")})`;
}

/** Its name in a picture, where fields do not fit. */
export const shortTitleOf = (encoding: string): string =>
  METHODS[methodOf(encoding)] + (encoding.includes("?") ? " …" : "");
