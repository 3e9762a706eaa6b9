/** Values of figures as texts, in attributes, links and tags: functions without a page. */
import { describe, expect, test } from "vitest";
import { tagOf } from "../../web/elements/definition/encoding.ts";
import {
  flag,
  isTaken,
  numbers,
  readText,
  real,
  takesText,
  whole,
  word,
  writeText,
} from "../../web/elements/definition/rules.ts";
import { sinusoid } from "../../web/elements/definition/sinusoid.ts";
import { follow, readFragment, writeFragment } from "../../web/elements/figure/figure-link.ts";
import { strangeAttributes } from "../../web/elements/figure/strange-attributes.ts";

const doc = "";

/** As much of an element as attributes need. */
function elementOf(attributes: Record<string, string>, id = "") {
  const texts = new Map(Object.entries(attributes));
  return {
    id,
    localName: "pe-x",
    texts,
    get attributes() {
      return Array.from(texts, ([name, value]) => ({ name, value }));
    },
    getAttribute: (name: string) => texts.get(name) ?? null,
    setAttribute: (name: string, text: string) => void texts.set(name, text),
    removeAttribute: (name: string) => void texts.delete(name),
  } as unknown as Element & { texts: Map<string, string> };
}

describe("a number", () => {
  const even = real({ from: 2, to: 8, step: 2, default: 4, doc });
  test.each([2, 4, 8])("of a range from 2 to 8, in steps of 2, may be %d", (value) => {
    expect(isTaken(even, value)).toBe(true);
  });
  test.each([0, 1, 3, 4.5, 9, 10, Number.NaN])("and not %d", (value) => {
    expect(isTaken(even, value)).toBe(false);
  });
  test("is written with 12 digits", () => {
    expect(writeText(even, 1 / 3)).toBe("0.333333333333");
    expect(readText(even, "0x10")).toBe(Number.NaN);
  });
});

describe("a flag", () => {
  test.each([
    [true, true, null],
    [false, false, null],
    [false, true, ""],
    [true, false, "false"],
  ])("that is %s by default, and %s, has the text %j", (byDefault, value, text) => {
    const rule = flag({ default: byDefault, doc });
    expect(writeText(rule, value)).toBe(text);
    expect(readText(rule, text)).toBe(value);
  });
  test("takes no other words", () => {
    expect(["", "true", "false", "no"].map((text) => takesText(flag({ default: true, doc }), text))).toEqual([
      ...[true, true, true, false],
    ]);
  });
});

const rules = {
  dModel: whole({ from: 1, to: 9, default: 1, doc }),
  mode: word(["fast", "slow"], { doc }),
  reach: numbers({ least: 2, most: 2, expected: "two numbers", holds: () => true, default: [0, 1], doc }),
};
const accepts = () => true;

describe("the fragment of a link", () => {
  const long = (length: number) => `#pe-x?t=${"a".repeat(length - "#pe-x?t=".length)}`;

  test("has the spec and the attributes, and comes back", () => {
    const fragment = writeFragment(elementOf({ mode: "slow", reach: "0 20" }), "dModel=8", ["mode", "reach"]);
    expect(fragment).toBe("pe-x?dModel=8&mode=slow&reach=0+20");
    const read = readFragment(elementOf({}), `#${fragment}`, (name) => name !== "dModel");
    expect(read?.spec).toBe("dModel=8");
    expect([...(read?.view ?? [])]).toEqual([
      ["mode", "slow"],
      ["reach", "0 20"],
    ]);
  });
  test("belongs to the element with its id, or to its tag", () => {
    expect(readFragment(elementOf({}), "#pe-y?t=1", accepts)).toBe(undefined);
    expect(readFragment(elementOf({}, "own"), "#pe-x?t=1", accepts)).toBe(undefined);
    expect(readFragment(elementOf({}, "own"), "#own?t=1", accepts)?.view.get("t")).toBe("1");
  });
  test("has at most 4096 characters, with its #, when it is written and when it is read", () => {
    expect(readFragment(elementOf({}), long(4096), accepts)?.view.size).toBe(1);
    expect(() => readFragment(elementOf({}), long(4097), accepts)).toThrow("4097 characters");
    const write = (length: number) =>
      writeFragment(elementOf({ t: "a".repeat(length - "pe-x?t=".length) }), "", ["t"]);
    expect(write(4095)).toHaveLength(4095);
    expect(() => write(4096)).toThrow("4096 characters");
  });
  test("replaces the state, and can be taken back", () => {
    const figure = Object.assign(elementOf({ mode: "slow", reach: "2 3" }), {
      definition: { state: rules, encoding: undefined },
      rules,
    });
    const followed = follow(figure as never, "#pe-x?reach=4+5");
    expect(Object.fromEntries(figure.texts)).toEqual({ reach: "4 5" });
    followed?.undo();
    expect(Object.fromEntries(figure.texts)).toEqual({ mode: "slow", reach: "2 3" });
  });
});

test("a tag keeps quotes and ampersands of its attributes inside", () => {
  const element = elementOf({ text: 'a "b" & <c> &amp;', empty: "" });
  expect(tagOf(element, ["text", "empty", "none"], "")).toBe(
    '<pe-x text="a &quot;b&quot; &amp; <c> &amp;amp;" empty=""></pe-x>',
  );
});

describe("attributes that a figure does not have", () => {
  const said = (attributes: Record<string, string>) => strangeAttributes(elementOf(attributes), rules, false);
  test.each([
    ["mod", "mode"],
    ["modes", "mode"],
    ["made", "mode"],
    ["mde", "mode"],
    ["d-modle", "d-model"],
    ["control", "controls"],
  ])("%s is taken for %s", (name, meant) => {
    expect(said({ [name]: "x" })).toEqual([`unknown attribute "${name}"; did you mean "${meant}"?`]);
  });
  test.each(["m", "modelled", "xyz"])("%s is like no name", (name) => {
    expect(said({ [name]: "x" })).toEqual([`unknown attribute "${name}".`]);
  });
  test("of every element, of frameworks and of properties are let alone", () => {
    expect(
      said({ class: "a", "data-x": "1", "aria-label": "a", "v-if": "a", onclick: "a", dmodel: "2" }),
    ).toEqual([]);
  });
  test("words that are not known are named", () => {
    expect(said({ mode: "none" })).toEqual(['mode must be "fast" or "slow"; got "none".']);
  });
});

describe("a spec for a figure of the sinusoidal encoding", () => {
  const { readSpec } = sinusoid({ dModel: 8 });
  const cannot = ["this figure cannot show that encoding, and keeps its previous one"];
  test("may be a preset, a method, or fields", () => {
    expect(readSpec("tensorflow-tutorial")).toEqual({
      values: { dModel: 512, base: 10_000, layout: "halves" },
      notes: [],
    });
    expect(readSpec("method=sinusoidal&dModel=6&base=7").values).toEqual({
      ...{ dModel: 6, base: 7, layout: "interleaved" },
    });
  });
  test("may not have an odd width", () => {
    expect(readSpec("method=sinusoidal&dModel=7&oddWidth=zero").notes).toEqual(cannot);
  });
  test.each([
    "shift=1",
    "start=1",
    "scale=2",
    "outputScale=2",
    "paddingIndex=1",
    "precision=float32",
    "layout=flipped-halves",
  ])("may not have %s", (fields) => {
    expect(readSpec(`method=sinusoidal&dModel=8&${fields}`).notes).toEqual(cannot);
  });
});
