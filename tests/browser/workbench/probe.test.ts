/** The workbench makes a probe, and reads the answers that llama.cpp gave to it: in Chromium, Firefox and WebKit. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Bytes } from "../../../src/models/files/source.ts";
import { contentsOf, readZip } from "../../../src/models/files/zip.ts";
import { storedAnswers, storedRuns } from "../../api/harness/stored-answers.ts";
import { launchEngines } from "../harness/engines.ts";
import { keepFiles, nextFile } from "../harness/keep-files.ts";
import { PATIENCE } from "../harness/patience.ts";
import { type Site, serveSite } from "../harness/site.ts";
import type { Webkit } from "../harness/webkit.ts";
import { type Dropped, drop, textFile } from "./inputs.ts";

const runs = storedRuns("answers").find(({ engine }) => engine === "llama-cpp")!;

let engines: ReadonlyMap<string, Webkit>;
let site: Site;

beforeAll(async () => {
  site = await serveSite();
  engines = await launchEngines();
});

afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
  await site.close();
});

/** Runs in the page: waits for its script, which makes the samples and the example. */
async function started(): Promise<void> {
  while (document.querySelector("#verdict h2") === null) await new Promise((done) => setTimeout(done, 50));
}

/** Runs in the page: waits until the worker is done, and gives what is said. */
async function said(): Promise<{ fault: string; verdict: string; report: string }> {
  const text = (id: string) => document.getElementById(id)?.textContent ?? "";
  do await new Promise((done) => setTimeout(done, 50));
  while (document.querySelector("#progress progress") !== null);
  return { fault: text("fault"), verdict: text("verdict"), report: text("report") };
}

/** Runs in the page: looks at a text. */
function paste(given: string): void {
  document.querySelector<HTMLTextAreaElement>("#text")!.value = given;
  document.querySelector<HTMLElement>("#run")!.click();
}

/** Runs in the page: fills the form of the probe, and sends it. */
function makeIt(length: number): void {
  const panel = document.querySelector<HTMLDetailsElement>(".probe")!;
  panel.open = true;
  [...panel.querySelectorAll("input")].at(-1)!.value = String(length);
  panel.querySelector("button")!.click();
}

async function lookAt(engine: Webkit, ...files: readonly Dropped[]) {
  await engine.evaluate<readonly Dropped[], void>(drop, files);
  return engine.evaluate(said, undefined);
}

test("makes the files of posenc probe, and names what llama.cpp computes otherwise", async () => {
  const { config, files, answers, plan } = storedAnswers(runs, "stored-yarn");
  const answersFile = textFile("answers.json", JSON.stringify(answers));
  const other = JSON.stringify({ ...plan, prompt: plan.prompt.map((token) => (token + 1) % 16) });
  for (const [name, engine] of engines) {
    await engine.goto(`${site.origin}/workbench/`);
    await engine.evaluate(started, undefined);
    await engine.evaluate(keepFiles, undefined);
    // Without a plan, nothing is guessed.
    expect((await lookAt(engine, answersFile)).fault, name).toMatch(
      /^These are answers to a probe: drop them together with the probe\.json/,
    );
    await engine.evaluate(paste, JSON.stringify(config));
    expect((await engine.evaluate(said, undefined)).verdict, name).toMatch(/llama\.cpp/);
    await engine.evaluate(makeIt, runs.length);
    const archive = new Bytes(Buffer.from(await engine.evaluate(nextFile, PATIENCE), "base64"));
    const entries = await readZip(archive);
    expect(entries.map((entry) => entry.name)).toEqual(Object.keys(files));
    for (const entry of entries) {
      const bytes = await (await contentsOf(archive, entry)).read(0, entry.size, entry.name);
      expect(Buffer.compare(bytes, files[entry.name]!), `${name}: ${entry.name}`).toBe(0);
    }
    const made = await engine.evaluate(said, undefined);
    expect(made.fault, name).toBe("");
    expect(made.report, name).toContain("python run.py transformers, with mlx or onnx for another engine");

    const read = await lookAt(engine, answersFile);
    expect(read.verdict, name).toBe("Layer 0: YaRN's betas are 32 and 1, not 4 and 0.5.");
    expect(read.report, name).toMatch(
      /answers\.json: 1 prompt of 72 tokens, read with the probe that was made on this page/,
    );
    expect(read.report, name).toMatch(/Pairinghalveshalves/);
    const swapped = await lookAt(engine, answersFile, textFile("probe.json", other));
    expect(swapped.fault, name).toMatch(/^The answers are for another prompt: token 0 differs\./);
    expect(swapped.verdict, name).toBe(read.verdict);
  }
});

test("lists what 20 log-probabilities do not show", async () => {
  const [largest] = storedRuns("largest").filter(({ engine }) => engine === "llama-cpp");
  const { answers, plan } = storedAnswers(largest!, "exaone4");
  const engine = engines.get("Chromium")!;
  await engine.goto(`${site.origin}/workbench/`);
  await engine.evaluate(started, undefined);
  const files = [
    textFile("probe.json", JSON.stringify(plan)),
    textFile("answers.json", JSON.stringify(answers)),
  ];
  const { verdict, report } = await lookAt(engine, ...files);
  expect(verdict).toMatch(
    /^Layer 0: window none, not 24\. Layer 1: it rotates, and the config does not\. 20 log-probabilities do not show: sinks: /,
  );
  expect(report).toContain("answers.json: 2 prompts of 72 tokens, read with probe.json");
  expect(report).not.toContain("do not show");
});

test("names answers that are not the probe's, and keeps what was there", async () => {
  const { answers, plan } = storedAnswers(runs, "stored-linear");
  const { tokens, logprobs } = answers as { tokens: number[]; logprobs: number[][] };
  const engine = engines.get("Chromium")!;
  await engine.goto(`${site.origin}/workbench/`);
  await engine.evaluate(started, undefined);
  const short = storedAnswers(
    storedRuns("answers").find((own) => own.engine === "llama-cpp-q8-0")!,
    "stored-layers",
  );
  const planFile = textFile("probe.json", JSON.stringify(plan));
  const json = (value: object) => textFile("answers.json", JSON.stringify(value));
  const right = await lookAt(engine, json(answers), planFile);
  expect(right.verdict).toBe(
    "Halves pairs, 16 of 16 channels turn, base 400, linear 2.5: the config says the same.",
  );
  expect(right.report).toContain("answers.json: 1 prompt of 72 tokens, read with probe.json");
  const rounded = logprobs.map((row) => row.map((value) => Number(value.toFixed(3))));
  const wrong: readonly (readonly [Dropped[], RegExp])[] = [
    [
      [textFile("answers.json", JSON.stringify(answers).slice(0, 3000)), planFile],
      /^The text of answers\.json is not whole JSON: it may be cut\./,
    ],
    [
      [json({ tokens: tokens.slice(0, 40), logprobs: logprobs.slice(0, 40) }), planFile],
      /^The answers are cut: 40 tokens of 72;/,
    ],
    [
      [json({ tokens: [9, ...tokens], logprobs: [logprobs[0], ...logprobs] }), planFile],
      /\(BOS\); turn that off/,
    ],
    [[json({ tokens, logprobs: rounded }), planFile], /rounded to 3 decimals/],
    [
      [json({ tokens, logprobs: logprobs.map((row) => row.map(() => -Math.log(row.length))) }), planFile],
      /another model/,
    ],
    [
      [
        textFile("answers.json", JSON.stringify(short.answers)),
        textFile("probe.json", JSON.stringify(short.plan)),
      ],
      /the file is quantised/,
    ],
    [[planFile], /^This is the plan of a probe: drop it together with the engine/],
    [[json(answers), planFile, json(answers)], /drop no other files/],
    [
      [json(answers), textFile("probe.json", '{"version": 1, "modelType": "", "prompt": []}')],
      /^Plan must have version 3; got 1\. Make the probe again/,
    ],
  ];
  for (const [files, words] of wrong) {
    const { fault, verdict } = await lookAt(engine, ...files);
    expect(fault).toMatch(words);
    expect(fault).toMatch(/What is shown below is of the input before\.$/);
    expect(verdict).toBe(right.verdict);
  }
});
