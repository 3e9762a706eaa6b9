import { load, modelPositions, specFromConfig } from "posenc/full";
import { describe, expect, test } from "vitest";
import defaults from "../fixtures/atlas/defaults.json" with { type: "json" };
import published from "../fixtures/atlas/published.json" with { type: "json" };
import { spelled, wordsIn } from "../measure/executed/spelled.mjs";
import { ofPublished } from "./harness/executed-files.ts";

const pe = await load();

interface Rule {
  pairs: number;
  /** Frequencies of pair 1, of the middle pair and of the last. */
  shown: number[];
  factor: number;
}

interface Expected {
  rules: Record<string, Rule>;
  layers: number | null;
  kinds?: string;
  rotated?: number[];
  /** The class's table does not fit its heads or its sections: the model cannot run. */
  fails?: boolean;
}

interface Row {
  config: Record<string, unknown>;
  expected: Expected | null;
}

interface Source {
  name: string;
  repository: string;
  path: string;
  commit: string;
}

type Answer = "right" | "said" | "wrong" | "unpaired";

/** transformers computes in doubles here; their power errs by some units of the last place. */
const near = (got: number, want: number) => Math.abs(got - want) <= 1e-12 * Math.abs(want);

function isRule(spec: ReturnType<typeof specFromConfig>["layers"][string] | undefined, want: Rule): boolean {
  if (spec === undefined) return false;
  const named = { ...spec, pairing: "halves" } as const;
  const all = [...pe.frequencies(named)];
  // A section of images has its own frequencies; the class has those of one of them.
  const axes =
    spec.axisOfPair ?? spec.sections?.flatMap((count, axis) => new Array<number>(count).fill(axis));
  const got = spec.restartSections ? all.filter((_, pair) => axes![pair] === 0) : all;
  const shown = [got[1]!, got[Math.floor(got.length / 2)]!, got.at(-1)!];
  return (
    got.length === want.pairs &&
    shown.every((frequency, i) => near(frequency, want.shown[i]!)) &&
    near(pe.attentionFactor(named), want.factor)
  );
}

/** Mimi has as many layers for sound as for codes. */
const stacksOf = ({ model_type }: Record<string, unknown>) => (model_type === "mimi" ? 2 : 1);

function answer(config: Record<string, unknown>, want: Expected): Answer {
  const { layers } = specFromConfig(config);
  const model = modelPositions(config);
  if (want.fails) return failing(model);
  const found = Object.entries(want.rules).map(([name, rule]) => [layers[name] ?? layers.all, rule] as const);
  const kinds = want.kinds?.split(" ").length === 1 ? undefined : want.kinds && wordsIn(want.kinds);
  const isRight =
    found.every(([spec, rule]) => isRule(spec, rule)) &&
    (want.layers === null || model.layers.length === stacksOf(config) * want.layers) &&
    (!kinds || model.layers.every(({ kind }, i) => kind === kinds[i])) &&
    (!want.rotated || model.layers.every(({ rotary }, i) => (rotary !== null) === Boolean(want.rotated![i])));
  if (!isRight) return model.unknown.length > 0 ? "said" : "wrong";
  return found.some(([spec]) => spec!.pairing === null) ? "unpaired" : "right";
}

/** A model that cannot run has no rotation to read: right is to say so, and to give no spec. */
function failing({ layers, notes }: ReturnType<typeof modelPositions>): Answer {
  const isSaid = notes.some((note) => note.includes("cannot run"));
  if (layers.some(({ rotary }) => typeof rotary === "object" && rotary !== null)) return "wrong";
  return isSaid ? "right" : "said";
}

/**
 * Types that rotate only if a field says so, which their classes' defaults do not, and xcodec2, which rotates heads by their numbers;
 * transformers makes frequencies all the same.
 */
const unrotated = [
  "esm",
  "granitemoehybrid",
  "seamless_m4t",
  "wav2vec2-bert",
  "wav2vec2-conformer",
  "xcodec2",
  "zamba2",
];
/** Fields without which a class does something else than its defaults: it takes another default for them. */
const others: Record<string, string[]> = {
  hrm_text: ["num_hidden_layers"],
  longcat_flash: ["num_hidden_layers"],
};
const rows = (defaults.types as unknown as Row[]).filter(
  ({ config }) => !unrotated.includes(config.model_type as string),
);

/**
 * 11 of the classes cannot run with their own defaults, as their sections do not fit their heads: the right answer is to say so.
 * Of all 238 classes 233 are read right, 97.9 %; of the 227 that can run, 222, 97.8 %. Of the rest the reader says that it does not know.
 */
describe("the defaults of classes", () => {
  const count = (answers: { type: string; answer: Answer }[]) => ({
    wrong: answers.filter(({ answer }) => answer === "wrong").map(({ type }) => type),
    unpaired: answers.filter(({ answer }) => answer === "unpaired").map(({ type }) => type),
    said: answers.filter(({ answer }) => answer === "said").length / answers.length,
  });

  test("are those of transformers, or the reader says what it does not know, with the file as the class writes it", () => {
    const answers = rows.map(({ config, expected }) => ({
      type: config.model_type as string,
      answer: answer(spelled(config), expected!),
    }));
    const { wrong, unpaired, said } = count(answers);
    expect({ wrong, unpaired }).toEqual({ wrong: [], unpaired: [] });
    // Blocks of channels, pairs through all heads, and three models whose width published programs dispute.
    expect(said).toBeLessThan(0.03);
    const running = rows.filter(({ expected }) => !expected!.fails).length;
    expect([rows.length, running]).toEqual([238, 227]);
    expect((said * rows.length) / running).toBeLessThan(0.03);
  });

  test("are supplied where a file has the type alone", () => {
    const answers = rows.map(({ config, expected }) => ({
      type: config.model_type as string,
      answer: answer({ model_type: config.model_type }, expected!),
    }));
    const { wrong, unpaired, said } = count(answers);
    expect({ wrong, unpaired }).toEqual({ wrong: [], unpaired: [] });
    expect(said).toBeLessThan(0.03);
  });

  test("are supplied for each field that is left out", () => {
    const answers = rows.flatMap(({ config, expected }) =>
      Object.keys(config)
        .filter((name) => name !== "model_type" && !name.endsWith("_config"))
        .filter((name) => !others[config.model_type as string]?.includes(name))
        .map((name) => {
          const { [name]: _, ...rest } = spelled(config);
          return { type: `${config.model_type} without ${name}`, answer: answer(rest, expected!) };
        }),
    );
    const { wrong, unpaired, said } = count(answers);
    expect({ wrong, unpaired }).toEqual({ wrong: [], unpaired: [] });
    expect(said).toBeLessThan(0.03);
    expect(answers.length).toBeGreaterThan(1000);
  });
});

describe("published models", () => {
  const files = published.files as unknown as (Row & Source)[];

  test("each says where it was read, and most were measured", () => {
    expect(files.length).toBeGreaterThanOrEqual(180);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    for (const { name, repository, path, commit } of files)
      expect([repository, path, commit], name).toEqual([
        expect.stringMatching(/^[\w.-]+\/[\w.-]+$/),
        expect.stringMatching(/\.(json|md|py)$/),
        expect.stringMatching(/^[0-9a-f]{40}$/),
      ]);
    const names = new Set(files.map(({ name }) => name));
    expect(published.notFound.filter((name) => names.has(name))).toEqual([]);
    const measured = ofPublished.filter(({ name }) => names.has(name));
    expect(measured.length / files.length).toBeGreaterThan(0.85);
    expect(files.filter(({ expected }) => expected !== null).length).toBeGreaterThanOrEqual(130);
  });

  /** Files of which the reader says that it does not know all, and why. */
  const open: Readonly<Record<string, Answer>> = {
    // Later releases of transformers rotate 64 channels, as the file says and as other programs do.
    "MiniMaxAI/MiniMax-M2.5": "said",
    "MiniMaxAI/MiniMax-M2.7": "said",
    // Its class does not read the base in the file's `attn_config`.
    "databricks/dbrx-base": "said",
    // The file names the text `exaone4_5_text`, and no class has this name.
    "LGAI-EXAONE/EXAONE-4.5-33B": "unpaired",
  };

  test.each(files.filter(({ expected }) => expected !== null))(
    "$name is read as transformers reads it",
    ({ config, expected, name }) => {
      expect(answer(spelled(config), expected!)).toBe(open[name] ?? "right");
    },
  );
});
