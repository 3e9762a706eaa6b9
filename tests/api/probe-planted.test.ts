/** An engine in NumPy with planted faults, at three precisions: `npm run engines -- planted` wrote its answers. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { makeProbe, readProbe } from "posenc/probe";
import { expect, test } from "vitest";

const {
  length,
  configs,
  answers,
}: {
  length: number;
  configs: Record<string, object>;
  answers: { config: string; fault: string; precision: string; rows: string }[];
} = JSON.parse(readFileSync(new URL("../fixtures/engines/answers-planted.json", import.meta.url), "utf8"));

const plans = Object.fromEntries(
  Object.entries(configs).map(([name, config]) => [name, makeProbe(config, { length }).plan]),
);

/** The file has the logits of marks and of the name. All other tokens have the logit 0. */
function read({ config, rows }: (typeof answers)[number]) {
  const plan = plans[config]!;
  const { prompt, headDim, vocab } = plan;
  const bytes = gunzipSync(Buffer.from(rows, "base64"));
  const given = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const width = vocab - headDim - 1;
  const logprobs = prompt.map((_, t) => {
    const logits = new Float64Array(vocab);
    logits.set(given.subarray(t * width, (t + 1) * width), headDim + 1);
    const total = Math.log(logits.reduce((sum, value) => sum + Math.exp(value), 0));
    return logits.map((value) => value - total);
  });
  return readProbe(plan, { tokens: prompt, logprobs });
}

/** What the verdict on each fault says. */
const says: Record<string, RegExp> = {
  "interleaved pairs": /pairing interleaved/,
  "the other direction": /other way/,
  "no rotation": /it does not rotate/,
  "base 500000": /base (500\d{3}|499\d{3})/,
  "base 1000000": /base (100\d{4}|99\d{4})/,
  "base 100": /base (100|99\.\d+|100\.\d+)/,
  "base 10500": /base 10[45]\d\d/,
  "half of the head": /rotates 8 channels/,
  "a quarter of the head": /rotates 4 channels/,
  "exponent i by d": /base (100|99\.\d+|100\.\d+)/,
  "scores by 1 by d": /scores are 0\.2[45]\d* times/,
  "a window that is not there": /window 32, not none/,
  "a sink": /adds a sink/,
  "positions that stop at 32": /do not grow evenly|another speed/,
  "keys that are not rotated": /do not grow evenly|another speed|pairing/,
  "no rule": /rule \w+ is not applied/,
  "the rule twice": /linear scaling by (16|15\.9)/,
  "factor 2": /linear scaling by (2|1\.99|2\.00)/,
  "no attention factor": /scores are 0\.7\d+ times/,
  "the attention factor twice": /scores are 1\.[23]\d+ times/,
  "scores not scaled": /scores are (4|3\.9|4\.0)\d* times/,
  "no window": /window none, not 24/,
  "a window one longer": /window 25, not 24/,
  "rotation in each layer": /it rotates, and the config does not/,
  "layers in another order": /it does not rotate.*it rotates/,
};

test.each(["float32", "float16-cache", "bfloat16"])(
  "%s: no false alarm, and 19 of 20 faults are named",
  (precision) => {
    const own = answers.filter((answer) => answer.precision === precision);
    const faults = own.filter(({ fault }) => fault !== "none");
    expect(faults.length).toBeGreaterThanOrEqual(30);
    expect(own.length - faults.length).toBe(Object.keys(configs).length);
    for (const answer of own)
      if (answer.fault === "none")
        expect(read(answer).same, `${answer.config}: ${read(answer).verdict}`).toBe(true);
    const missed = faults.flatMap((answer) => {
      const { verdict, same } = read(answer);
      return !same && says[answer.fault]!.test(verdict)
        ? []
        : [`${answer.config}, ${answer.fault}: ${verdict}`];
    });
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(faults.length / 20);
  },
);
