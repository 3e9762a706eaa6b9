import { type PresetName, presets } from "../../../src/api/presets.ts";
import { isMethod, usualText } from "../../methods/methods.ts";

export const presetNames = Object.keys(presets) as PresetName[];

/** A spec as text; a bare name of a method or a preset becomes a field, with the usual values of required fields. */
export function spelled(spec: string): string {
  if (spec.includes("=")) return spec;
  if (presetNames.some((name) => name === spec)) return `preset=${spec}`;
  return isMethod(spec) ? usualText(spec) : `method=${spec}`;
}
