/** Getters of the caller's options run in the middle of a call, and may shrink or transfer what was checked. */
import { load } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf } from "./harness/expect-error.ts";

const pe = await load();

/** Options whose getter for `name` runs `act` first. */
const withGetter = (options: object, name: string, value: unknown, act: () => void) =>
  Object.defineProperty(Array.isArray(options) ? [...options] : { ...options }, name, {
    enumerable: true,
    get() {
      act();
      return value;
    },
  });

function resizable(count: number) {
  const buffer = new ArrayBuffer(4 * count, { maxByteLength: 4 * count });
  return { buffer, array: new Float32Array(buffer).fill(1) };
}

const ways: [how: string, act: (buffer: ArrayBuffer) => void][] = [
  ["shrunk", (buffer) => buffer.resize(4)],
  ["emptied", (buffer) => buffer.resize(0)],
  ["transferred", (buffer) => void structuredClone(buffer, { transfer: [buffer] })],
];

describe.each(ways)("a buffer that is %s by a getter", (_, act) => {
  test("of rotate", () => {
    const { buffer, array } = resizable(8);
    const positions = withGetter([0, 1], "1", 1, () => act(buffer));
    const error = errorOf(() =>
      pe.rotate(array, { heads: 1, headDim: 4, pairing: "halves", positions } as never),
    );
    expect(error).toMatchObject({ code: "detached", param: "x" });
  });
  test("of attention", () => {
    const { buffer, array } = resizable(8);
    const query = new Float32Array(8).fill(1);
    const positions = withGetter([0, 1], "1", 1, () => act(buffer));
    const rotary = { pairing: "halves", positions };
    const error = errorOf(() =>
      pe.attention({ q: query, k: array, v: query, heads: 1, headDim: 4, rotary } as never),
    );
    expect(error.code).toBe("detached");
  });
  test("as the place of a result", () => {
    const { buffer, array } = resizable(8);
    const positions = withGetter([0, 1], "1", 1, () => act(buffer));
    const x = new Float32Array(8).fill(1);
    const error = errorOf(() =>
      pe.rotate(x, { heads: 1, headDim: 4, pairing: "halves", positions, out: array } as never),
    );
    expect(error).toMatchObject({ code: expect.stringMatching(/^(detached|length)$/) });
  });
  test("the next call works", () => {
    const x = new Float32Array([1, 0]);
    expect([...pe.rotate(x, { heads: 1, headDim: 2, pairing: "halves", start: 0 })]).toEqual([1, 0]);
  });
});
