import { checkSpec } from "../../../src/entries/encodings.ts";
import { type Code, code, literal } from "../../methods/code.ts";
import { type AdditiveSpec, methodOf } from "../../methods/methods.ts";
import type { BroadcastMethod } from "./broadcast-shown.ts";

/** Code of the broadcast: a column times a row. */
export function broadcastCode(
  method: BroadcastMethod,
  { dModel, base, length }: { readonly dModel: number; readonly base: number; readonly length: number },
): Code {
  const given = { method, dModel, base };
  const spec = checkSpec(given) as AdditiveSpec;
  return code(
    `position = xp.arange(${length})[:, None]  # a column
${methodOf(spec).python(spec)}
values = xp.asarray(table, dtype=xp.float32)
`,
    `const values = pe.encode(${literal(given)}, { length: ${length} });
`,
  );
}
