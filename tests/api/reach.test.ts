/** Which tokens see a token in encoders whose layers do not see the whole text: what executing the classes measured. */
import { readFileSync } from "node:fs";
import { type LayerWindow, modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";

type Run = [first: number, last: number, count?: number];
type Seen = [token: number, ...runs: Run[]];

interface Measured {
  config: Record<string, unknown>;
  layers: Seen[][];
}

interface MeasuredImages {
  config: Record<string, unknown>;
  ofImages: number[];
  /** For each token, the tokens that see it. */
  seen: number[][];
}

const tokens = 1024;
const file = new URL("../fixtures/executed/reach.json", import.meta.url);
const { models, images } = JSON.parse(readFileSync(file, "utf8")) as {
  models: Measured[];
  images: MeasuredImages[];
};

/** The first and the last query that see a key. */
function queriesOf(key: number, window: LayerWindow | null): Run {
  if (window === null) return [0, tokens - 1];
  if ("square" in window) throw new TypeError("a text has no squares");
  if ("before" in window) return [Math.max(0, key - window.after), Math.min(tokens - 1, key + window.before)];
  const { chunk, shift = 0 } = window;
  const first = Math.floor((key - shift) / chunk) * chunk + shift;
  return [Math.max(0, first), Math.min(tokens, first + chunk) - 1];
}

function expectSeen([token, ...runs]: Seen, window: LayerWindow | null) {
  const [first, last] = queriesOf(token, window);
  const [from, to, count] = runs[0]!;
  if (count === undefined) return expect(runs).toEqual([[first, last]]);
  // LongT5's scores are not scaled: the change of a weight may be less than float32 holds.
  expect(from).toBeGreaterThanOrEqual(first);
  expect(to).toBeLessThanOrEqual(last);
  expect(to - from).toBeGreaterThan(0.8 * (last - first));
}

const nameOf = ({ config }: Measured) => JSON.stringify(config);

describe.each(models.map((model) => ({ name: nameOf(model), ...model })))("$name", ({ config, layers }) => {
  const answer = modelPositions(config).layers;

  test("sees what was measured, or says that it is not known", () => {
    for (const [index, seen] of layers.entries()) {
      const { window } = answer[index]!;
      if (window === "unknown") expect(nameOf({ config, layers })).toMatch(/big_?bird|mra|transient/);
      else for (const one of seen) expectSeen(one, window);
    }
  });
});

/** The first token of the image of a token, or the token itself. */
const firstOfImage = (ofImages: readonly number[], token: number): number =>
  ofImages[token] === 1 && ofImages[token - 1] === 1 ? firstOfImage(ofImages, token - 1) : token;

test.each(images)(
  "$config.model_type: tokens of an image see each other as measured",
  ({ config, ofImages, seen }) => {
    const { causal } = modelPositions(config).layers[0]!;
    const expected = seen.map((_, token) => {
      const first = causal === "images" ? firstOfImage(ofImages, token) : token;
      return Array.from({ length: ofImages.length - first }, (_, i) => first + i);
    });
    expect(seen).toEqual(expected);
  },
);
