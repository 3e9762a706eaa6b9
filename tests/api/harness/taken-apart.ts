/** Calls of the functions, taken apart into their arguments, so that these can be changed. */
import type { Posenc } from "posenc/full";

type Name = keyof Posenc;

/** The functions of `pe`, where another one stands between each call and its answer. */
function through(pe: Posenc, answer: (name: Name, args: unknown[]) => unknown): Posenc {
  const names = Object.keys(pe) as Name[];
  const functions = names.map((name) => [name, (...args: unknown[]) => answer(name, args)]);
  return Object.fromEntries(functions);
}

/** The function that is called, its arguments, what comes of them, and the call with other arguments. */
export function takeApart(pe: Posenc, call: (pe: Posenc) => unknown) {
  const apply = (name: Name, args: unknown[]) => (pe[name] as (...args: unknown[]) => unknown)(...args);
  let taken: { name: Name; args: unknown[] } | undefined;
  const see = through(pe, (name, args) => {
    taken = { name, args };
    return apply(name, args);
  });
  const result = call(see);
  if (taken === undefined) throw new Error("the call calls nothing");
  const { name, args } = taken;
  return { name, args, result, run: (given: unknown[]) => call(through(pe, () => apply(name, given))) };
}

/** Where a value stands among the arguments, such as `["1", "view", "positions"]`. */
export type Path = readonly string[];

export const isOptions = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === "[object Object]";

/** Every value among the arguments that is not an object of further options. */
export function* valuesIn(container: object, above: Path = []): Generator<[path: Path, value: unknown]> {
  for (const [key, value] of Object.entries(container)) {
    const path = [...above, key];
    if (isOptions(value)) yield* valuesIn(value, path);
    else yield [path, value];
  }
}

/** A copy of the arguments with another value in one place. */
export function changed(args: unknown[], path: Path, change: (value: unknown) => unknown): unknown[] {
  const copy = (from: unknown, [key, ...rest]: Path): unknown => {
    if (key === undefined) return change(from);
    const inner = copy((from as Record<string, unknown>)[key], rest);
    return Object.assign(Array.isArray(from) ? [...from] : { ...(from as object) }, { [key]: inner });
  };
  return copy(args, path) as unknown[];
}
