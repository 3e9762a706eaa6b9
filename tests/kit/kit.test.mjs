/**
 * Tests an engine with the conformance kit: `node --test kit.test.mjs`, with KIT_ENGINE, the URL of a module, and KIT, the URL of the
 * kit's folder. The module exports any of rotate(rule, vector, position), frequencies(rule), attentionFactor(rule), bias(rule, offsets),
 * ids(rule), and move(rule, cached, from, to), which gives null if no rotation moves the key. KIT_TOLERANCE: default 3e-4, for float32.
 */
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const KIT = process.env.KIT ?? new URL("./kit/", import.meta.url);
const TOLERANCE = Number(process.env.KIT_TOLERANCE ?? 3e-4);
const engine = await import(process.env.KIT_ENGINE ?? "./engine.mjs");
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, KIT), "utf8"));
const flat = (value) =>
  typeof value === "object" && value !== null ? Array.from(value).flatMap(flat) : [value];

/** The first value that is too far from the right one, in words. A right value of null means any. */
function difference(given, wanted, tolerance = TOLERANCE) {
  const [own, right] = [flat(given), flat(wanted)];
  if (own.length !== right.length) return `${own.length} values; there must be ${right.length}`;
  const i = right.findIndex((value, at) => value !== null && !(Math.abs(own[at] - value) <= tolerance));
  return i < 0 ? undefined : `value ${i} is ${own[i]}; it must be ${Number(right[i])}`;
}

function check(name, given, right, wrong = [], tolerance = TOLERANCE) {
  if (engine[name] === undefined) return;
  const own = engine[name](...given);
  if (own === null || right === null) return assert(own === right, `${name}: ${wrong[0]?.[0]}`);
  const found = difference(own, right, tolerance);
  const named = wrong.find(([, answer]) => difference(own, answer, tolerance) === undefined);
  if (found !== undefined)
    assert.fail(`${name}: ${named?.[0] ?? `${found} (not one usual mistake, perhaps two)`}`);
}

for (const [name, kind] of Object.entries(read("index").files)) {
  const file = read(name);
  const { rule, wrong } = file;
  const answers = (field) => wrong.map((each) => [each.says, each[field]]);
  test(name, () => {
    if (kind === "ids") return check("ids", [rule], file.ids, answers("ids"), 0);
    if (kind === "move")
      return check("move", [rule, file.cached, file.from, file.to], file.moved, answers("moved"));
    if (kind === "bias") return check("bias", [rule, file.offsets], file.values, answers("values"));
    check("rotate", [rule, file.query, file.queryPosition], file.rotatedQuery, answers("rotatedQuery"));
    check("rotate", [rule, file.key, file.keyPosition], file.rotatedKey);
    check("attentionFactor", [rule], [file.attentionFactor], [], 1e-5);
    engine.frequencies?.(rule).forEach((own, pair) => {
      const right = Number(file.frequencies[pair]);
      const says = `pair ${pair} turns by ${own} radians per position; it must turn by ${right}`;
      assert(Math.abs(own - right) <= 1e-5 * right, says);
    });
  });
  test(`${name}: wrong answers fail`, () => {
    const field = { rotation: "rotatedQuery", bias: "values", ids: "ids", move: "moved" }[kind];
    if (file[field] === null) return;
    for (const each of wrong)
      assert.notStrictEqual(difference(each[field], file[field], 1e-3), undefined, each.says);
  });
}
