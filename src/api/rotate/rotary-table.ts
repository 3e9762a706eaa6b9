import { checkNumber, readOptions } from "../arguments/check.ts";
import { countRule } from "../arguments/sizes.ts";
import { Output } from "../module/areas.ts";
import { step } from "../module/calls.ts";
import type { Engine } from "../module/engine.ts";
import { alongRows, byRows } from "../module/parts.ts";
import { checkSpec, type Spec } from "../spec.ts";
import { rowsTogether } from "../table/schedule.ts";
import {
  attentionFactorOf,
  checkRotary,
  checkSide,
  type Rotated,
  rotaryTableSteps,
  type Side,
  tokenRules,
  tokensOfPart,
} from "./rotary.ts";
import { checkTokens, type TokenPositions, tokenPositionNames } from "./rotary-positions.ts";

/** The tokens that a table is made for. */
export interface RotaryTableOptions extends TokenPositions {
  /** Number of tokens, 0 or more. Required, unless `positions` is given. */
  length?: number | undefined;
  /** Whether the table is for queries or for keys. Required for `xpos`, and not allowed for others. */
  side?: Side | undefined;
}

/** A cosine and a sine for each token and pair. */
export interface RotaryCosSin {
  /** (tokens, rotaryDim / 2), new. */
  cos: Float32Array<ArrayBuffer>;
  /** (tokens, rotaryDim / 2), new. */
  sin: Float32Array<ArrayBuffer>;
}

export interface RotaryTable {
  /**
   * The cosines and sines that a rotary encoding rotates by, as models cache them (ONNX's cos_cache and sin_cache).
   *
   * Entries include the attention factor, and are correctly rounded at integer positions below 2^24 for every scaling rule;
   * xPos's scales add half an ULP. If `precision` is not `"exact"`, each step of the float32 recipe is rounded.
   *
   * @param spec A rotary encoding. Its `pairing` does not change the table.
   * @param options The tokens.
   * @returns Two new arrays (tokens, rotaryDim / 2), row-major.
   * @throws TypeError for an option that is missing, unknown or of another type; RangeError for a number out of range, a
   * spec of another family, and tables too large for memory.
   * @example
   * pe.rotaryTable({ preset: "llama-3.1" }, { length: 2 }).cos[64]; // 0.5403023, cos 1
   */
  rotaryTable(spec: Spec, options: RotaryTableOptions): RotaryCosSin;
}

const names = ["length", ...tokenPositionNames, "side"] as const;

export function rotaryTable(engine: Engine): RotaryTable["rotaryTable"] {
  return (given, options) => {
    const spec = checkRotary(checkSpec(given));
    const { length, side, ...where } = readOptions("options", options, names);
    const isListed = where.positions !== undefined && length === undefined;
    const count = isListed ? undefined : checkNumber("length", length, countRule);
    const rules = tokenRules(spec);
    const size = { param: "length", value: count };
    return fill(engine, {
      spec,
      tokens: checkTokens(where, { count, ...rules, bytes: 2 * rules.bytes, size }),
      side: checkSide(spec, side),
      inverse: false,
    });
  };
}

function fill(engine: Engine, rotated: Rotated): RotaryCosSin {
  const pairs = rotated.spec.rotaryDim / 2;
  const { count } = rotated.tokens;
  const half = () => new Output(Float32Array, count * pairs, undefined, undefined, alongRows);
  const [sines, cosines] = [half(), half()];
  const factor = attentionFactorOf(engine, rotated.spec);
  const { table, steps } = rotaryTableSteps(rotated, factor, tokensOfPart);
  const split = step("splitRotaryTable", { table, pairs, sines, cosines });
  const cut = byRows(count, rowsTogether);
  engine.runParts({ param: "length", value: count }, cut, ...steps, split);
  type New = Float32Array<ArrayBuffer>;
  return { cos: cosines.result as New, sin: sines.result as New };
}
