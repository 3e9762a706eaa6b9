/** Arrays of numbers in JSON. */
import { show } from "../../api/arguments/check.ts";
import { mostAxes, type NumberArray } from "./rows.ts";
import { damaged, unread } from "./source.ts";

/** The numbers of nested lists, whose lengths must agree. */
export function jsonArray(text: string): NumberArray {
  const value = parsed(text);
  const shape: number[] = [];
  for (let list: unknown = value; Array.isArray(list); list = list[0]) {
    shape.push(list.length);
    if (shape.length > mostAxes) throw unread(`the lists are more than ${mostAxes} deep`, shape.length);
  }
  const numbers: number[] = [];
  flatten(value, shape, 0, numbers);
  return { dtype: "float64", shape, values: Float64Array.from(numbers) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(`the file is not JSON: ${(cause as Error).message}`, text.slice(0, 40));
  }
}

function flatten(value: unknown, shape: readonly number[], axis: number, into: number[]): void {
  if (!Array.isArray(value)) {
    if (axis < shape.length || typeof value !== "number") {
      const text = `the lists hold ${show(value)} where a number or a list is due`;
      throw damaged(text, value);
    }
    into.push(value);
    return;
  }
  if (value.length !== shape[axis])
    throw damaged(`the lists have different lengths, ${shape[axis]} and ${value.length}`, value.length);
  for (const item of value) flatten(item, shape, axis + 1, into);
}
