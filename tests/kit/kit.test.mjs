/**
 * Tests an engine with the conformance kit: `node --test kit.test.mjs`, with KIT_ENGINE, the URL of a module, and KIT, the URL of the
 * kit's folder. The module exports any of frequencies(rule), attentionFactor(rule), rotate(rule, vector, position), bias(rule, offsets),
 * ids(rule), and move(rule, cached, from, to), which gives null if no rotation moves the key.
 */
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const KIT = process.env.KIT ?? new URL("./kit/", import.meta.url);
const engine = await import(process.env.KIT_ENGINE ?? "./engine.mjs");
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, KIT), "utf8"));
const flat = (value) =>
  typeof value === "object" && value !== null ? Array.from(value).flatMap(flat) : [value];

/** The first value that is too far from the right one, in words. A right value of null in a list means any. */
function difference(given, wanted, { absolute, relative }) {
  if (given === null || wanted === null)
    return given === wanted ? undefined : `${given ?? "null"}; it must be ${wanted ?? "null"}`;
  const [own, right] = [flat(given), flat(wanted)];
  if (own.length !== right.length) return `${own.length} values; there must be ${right.length}`;
  const isNear = (a, b) => b === null || Math.abs(a - b) <= absolute + relative * Math.abs(b);
  const i = right.findIndex((value, at) => !isNear(own[at], value));
  return i < 0 ? undefined : `value ${i} is ${own[i]}; it must be ${Number(right[i])}`;
}

const { files, checks } = read("index");
for (const [name, kind] of Object.entries(files)) {
  const file = read(name);
  for (const check of checks[kind]) {
    const { call, given, answer } = check;
    const mistakes = file.wrong.filter((each) => each[answer] !== undefined);
    test(`${name}: ${answer}`, () => {
      for (const { says, [answer]: mistake } of mistakes)
        assert(difference(mistake, file[answer], check), says);
      const own = engine[call]?.(file.rule, ...given.map((field) => file[field]));
      const found = own === undefined ? undefined : difference(own, file[answer], check);
      if (found === undefined) return;
      // If the file expects no answer, every answer is this mistake.
      const isMistake = (each) => file[answer] === null || difference(own, each[answer], check) === undefined;
      const named = mistakes.find(isMistake);
      assert.fail(`${call}: ${named?.says ?? `${found} (not one usual mistake, perhaps two)`}`);
    });
  }
}
