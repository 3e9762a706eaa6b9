import { methodOf } from "../../methods/methods.ts";
import { formatFloat32, formatInteger } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { type BiasShown, biasAt } from "./bias-values.ts";

/** The bias of one query and one key in words. */
export function describeCell(values: BiasShown, { row: query, column: key }: Cell): string {
  const value = biasAt(values, values.head, query, key);
  const distance = formatInteger(Math.abs(query - key));
  const where = query === key ? "the query itself" : `${distance} ${query > key ? "back" : "ahead"}`;
  const heads = values.heads > 1 ? `head ${values.head + 1}, ` : "";
  const what = Number.isFinite(value) ? formatFloat32(value) : "−∞: the causal mask hides this key";
  return `${heads}query ${query}, key ${key}, ${where}: ${what}`;
}

/** The method in one sentence. */
export function describeMethod(values: BiasShown): string {
  const { spec, heads, head } = values;
  return methodOf(spec).sentence(spec, { head, heads, ofNeighbour: biasAt(values, head, 1, 0) });
}
