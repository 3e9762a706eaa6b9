/**
 * Tests an engine with the conformance kit: `node --test kit.test.mjs`, with KIT_ENGINE, the URL of a module, and KIT, the URL of the
 * kit's folder. The module exports any of frequencies(rule), attentionFactor(rule), rotate(rule, vector, position), bias(rule, offsets),
 * ids(rule), and move(rule, cached, from, to). Each returns a list of numbers, or lists of them; none if no rotation moves the key.
 */
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const KIT = process.env.KIT ?? new URL("./kit/", import.meta.url);
const engine = await import(process.env.KIT_ENGINE ?? "./engine.mjs");
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, KIT), "utf8"));
const flat = (value) => (typeof value === "object" ? Array.from(value).flatMap(flat) : [value]);

/** The first value that is too far from the right one, in words. */
function difference(own, right, { absolute, relative }) {
  if (own.length !== right.length) return `${own.length} values; there must be ${right.length}`;
  const i = right.findIndex(
    (value, at) => !(Math.abs(own[at] - value) <= absolute + relative * Math.abs(value)),
  );
  return i < 0 ? undefined : `value ${i} is ${own[i]}; it must be ${right[i]}`;
}

for (const name of read("index").files) {
  const { rule, checks } = read(name);
  for (const check of checks) {
    const { call, given, answer, wrong } = check;
    test(`${name}: ${call}`, { skip: engine[call] === undefined }, () => {
      const own = flat(engine[call](rule, ...given));
      for (const mistake of wrong) assert(difference(own, mistake.answer, check), `${call}: ${mistake.says}`);
      const found = difference(own, answer, check);
      assert(found === undefined, `${call}: ${found}`);
    });
  }
}
