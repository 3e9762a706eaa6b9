/** How arguments are read, whatever function takes them. */
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
