/** Whoever follows SKILL.md, and uses nothing but its commands, finds the mistake in a wrong port of each piece of the museum. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { museum } from "posenc/diagnose";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "./harness/terminal.ts";

const skill = readFileSync(new URL("../../SKILL.md", import.meta.url), "utf8");
const commands = [...skill.matchAll(/^npx posenc (.*)$/gm)].map(([, words]) => words!.split(" "));

const folder = mkdtempSync(join(tmpdir(), "posenc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command of the skill, on the files of a folder. */
const follow = (number: number) =>
  run(commands[number - 1]!.map((word) => word.replace(/[\w-]+\.json/, (name) => join(folder, name))));

const llama = JSON.stringify({ model_type: "llama", head_dim: 64, rope_theta: 10_000, num_hidden_layers: 2 });
const jsonOf = (numbers: object) =>
  JSON.stringify(numbers, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value));

/** What is expected of ports whose numbers alone show the mistake. */
const usual = { method: "rope", headDim: 64, base: 10_000, pairing: "halves" };

test("the skill has four commands, which run", async () => {
  expect(commands.map(([name]) => name)).toEqual(["inspect", "compare", "diagnose", "ids"]);
  writeFileSync(join(folder, "config.json"), llama);
  expect((await follow(1)).output).toContain("rotate all 64 channels of a head, in pairs of halves");
  expect((await follow(2)).output).toMatch(/ = transformers \(.*\) computes the same rotation/);
  expect((await follow(4)).output).toBe("0,1,2,3,4,5,6,7\n");
});

describe("finds the mistake of the museum", () => {
  test.each(museum)("$title", async ({ make, expected = usual, finding }) => {
    writeFileSync(join(folder, "config.json"), JSON.stringify(expected));
    writeFileSync(join(folder, "dump.json"), jsonOf(make()));
    const { code, output } = await follow(3);
    expect([code, output]).toEqual([1, expect.stringContaining(`  ${finding}  `)]);
  });
});

test("a right port has no finding", async () => {
  writeFileSync(join(folder, "config.json"), llama);
  const frequencies = Array.from({ length: 32 }, (_, i) => 10_000 ** (-i / 32));
  writeFileSync(join(folder, "dump.json"), JSON.stringify({ frequencies }));
  expect((await follow(3)).code).toBe(0);
});
