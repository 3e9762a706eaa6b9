/** How arguments are read, whatever function takes them. */
import { recipe } from "posenc/atlas";
import { checkSpec, load } from "posenc/full";
import { expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";

const pe = await load();

test("−0 becomes 0 where 0 is legal", () => {
  const { start } = checkSpec({ method: "sinusoidal", dModel: 4, start: -0 }) as { start: number };
  expect(Object.is(start, 0)).toBe(true);
});

test("a spec may have 64 fields, and not 65", () => {
  const spec = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));
  expect(errorOf(() => checkSpec(spec(64) as never)).code).not.toBe("range");
  const { message } = expectError(() => checkSpec(spec(65) as never), RangeError, "range", "spec");
  expect(message).toContain("64");
});

test("what a getter threw is the cause of the error", () => {
  const thrown = new Error("mine");
  const options = {
    get length(): number {
      throw thrown;
    },
  };
  const encode = () => pe.encode({ method: "sinusoidal", dModel: 4 }, options);
  const error = expectError(encode, TypeError, "unreadable", "length");
  expect(error.cause).toBe(thrown);
});

test("an error shows the first 40 characters of a long text", () => {
  const { message } = errorOf(() => checkSpec({ method: "x".repeat(1000) } as never));
  expect(message).toContain(`"${"x".repeat(40)}…"`);
  expect(message.length).toBeLessThan(300);
});

/** A control character, a C1 control, DEL, marks of direction, a separator of lines, and half of a letter. */
const unseen = ["\u001b", "\u009b", "\u007f", "\u061c", "\u200f", "\u202e", "\u2067", "\u2028", "\ud83d"];

test.each(unseen)("an error shows %j as an escape, wherever the text came from", (character) => {
  const shown = `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const foreign = `a${character}b`;
  const calls: (() => unknown)[] = [
    () => checkSpec({ method: foreign } as never),
    () => checkSpec({ method: "sinusoidal", dModel: 4, [foreign]: 1 } as never),
    () => pe.encode({ method: "sinusoidal", dModel: 4 }, { [foreign]: 1 } as never),
    () => pe.encode({ method: "sinusoidal", dModel: 4 }, { length: foreign as never }),
    () => recipe(foreign as never),
  ];
  for (const call of calls) {
    const { message } = errorOf(call);
    expect(message).toContain(`a${shown}b`);
    expect(message).not.toContain(character);
  }
});

test("a letter of two halves is not cut in the middle", () => {
  const { message } = errorOf(() => checkSpec({ method: `${"x".repeat(39)}😀😀` } as never));
  expect(message).toContain(`"${"x".repeat(39)}…"`);
});

test("a revoked proxy is refused as an object", () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  expectError(
    () => pe.encode({ method: "sinusoidal", dModel: 4 }, { positions: proxy }),
    TypeError,
    "type",
    "positions",
  );
});
