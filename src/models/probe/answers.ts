/** An engine's answers: checks that they are complete and for the probe's prompts, and makes whole rows of them. */
import { counted } from "../../api/arguments/counted.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { keysOf, nameLogit, nameToken, type ProbePlan, promptsOf } from "./plan.ts";

/** An engine's answers to a prompt. */
export interface ProbeAnswers {
  /** The ids of the tokens that the engine was given. */
  tokens: readonly number[];
  /**
   * For each of these tokens, the log-probabilities of all tokens of the vocabulary after it. For a probe with `top`, an object with
   * the largest of them, by ids of tokens.
   */
  logprobs: readonly (ArrayLike<number> | Readonly<Record<string, number>>)[];
}

/** The answers to a prompt, complete: a row has the log-probabilities of all tokens. */
export interface PromptRows {
  /** The channel of the key at each of the first positions. */
  readonly keys: readonly number[];
  readonly rows: readonly ArrayLike<number>[];
}

const wrong = (text: string, param: string, value: unknown) =>
  rangeError(text, { code: "range", param, value });

export const median = (values: readonly number[]): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** Checks that the answers are for the probe's prompts, complete, and natural logarithms of probabilities; gives whole rows. */
export function rowsOf(plan: ProbePlan, answers: readonly ProbeAnswers[]): PromptRows[] {
  const prompts = promptsOf(plan);
  if (answers.length !== prompts.length)
    throw wrong(
      `${counted(answers.length, "answer")} for ${counted(prompts.length, "prompt")}; give one for each, in their order`,
      "answers",
      answers.length,
    );
  const parts = prompts.map((prompt, i) => {
    checkTokens(prompt, answers[i]!);
    const keys = keysOf(prompt);
    const rows = answers[i]!.logprobs.map((row, t) => wholeRow(row, t, plan));
    rows.forEach(checkRow);
    checkDigits(rows.slice(keys.length, keys.length + 8));
    return { keys, rows };
  });
  checkName(plan, parts);
  return parts;
}

/** Throws unless the answers are for this prompt, with a row for each token. */
function checkTokens(prompt: readonly number[], { tokens, logprobs }: ProbeAnswers): void {
  if (tokens.length === prompt.length + 1 && prompt.every((token, t) => tokens[t + 1] === token))
    throw wrong(
      `the engine put token ${tokens[0]} in front of the prompt (BOS); turn that off, and run the probe again`,
      "tokens",
      tokens[0],
    );
  const isCut = tokens.length < prompt.length && tokens.every((token, t) => token === prompt[t]);
  if (isCut)
    throw wrong(
      `the answers are cut: ${counted(tokens.length, "token")} of ${prompt.length}; run the whole prompt`,
      "tokens",
      tokens.length,
    );
  const other = prompt.findIndex((token, t) => tokens[t] !== token);
  if (other >= 0 || tokens.length !== prompt.length)
    throw wrong(
      `the answers are for another prompt: token ${other < 0 ? prompt.length : other} differs`,
      "tokens",
      tokens[other],
    );
  if (logprobs.length !== prompt.length)
    throw wrong(
      `${counted(logprobs.length, "row")} of log-probabilities for ${counted(prompt.length, "token")}; give one for each`,
      "logprobs",
      logprobs.length,
    );
}

/** A logit of the name that is off by a larger share belongs to another name: each of the four is at least 1.5 times the one below. */
const leastOther = 0.2;
/** In bfloat16, logits are off by less than this share of themselves. A temperature changes all of them by more. */
const leastTemperature = 0.015;

/**
 * Throws unless the rows after key tokens show the probe's name. A temperature changes all of its logits by one factor, another probe
 * some of them.
 */
function checkName(plan: ProbePlan, parts: readonly PromptRows[]): void {
  const shares: number[] = [];
  const { logitCap: cap } = plan;
  const capped = (logit: number) => (cap === null ? logit : cap * Math.tanh(logit / cap));
  for (const { keys, rows } of parts) {
    const shown = rows.map((row) => row[nameToken(plan)]! - row[plan.vocab - 1]!);
    const named = [...shown.keys()].filter((t) => shown[t]! > 0.5);
    const [first] = named;
    if (first === undefined)
      throw wrong(
        "no row shows a probe's name: the answers are of another model, or of an older version's checkpoint",
        "logprobs",
        first,
      );
    const last = named.at(-1)!;
    const late = last - keys.length + 1;
    if (late !== 0 && named.length === last - first + 1) {
      const says = late > 0 ? "late: the engine may have put a token in front of the prompt (BOS)" : "early";
      throw wrong(
        `the rows are ${counted(Math.abs(late), "token")} ${says}; row t must have the log-probabilities after token t`,
        `logprobs[${last}]`,
        late,
      );
    }
    shares.push(...keys.map((c, t) => (late === 0 ? shown[t]! / capped(nameLogit(plan, c)) : Number.NaN)));
  }
  const scale = median(shares);
  if (!shares.every((share) => Math.abs(share / scale - 1) < leastOther))
    throw wrong(
      `the answers are of another probe or prompt: they do not show this one's name, ${plan.id}; run this checkpoint on these prompts`,
      "logprobs",
      plan.id,
    );
  // Weights of 4 bits change some of them.
  if (shares.every((share) => Math.abs(share - 1) > leastTemperature))
    throw wrong(
      `the logits are ${scale.toPrecision(3)} times the checkpoint's, as at temperature ${(1 / scale).toPrecision(3)}; use temperature 1`,
      "logprobs",
      scale,
    );
}

const isList = (row: ProbeAnswers["logprobs"][number]): row is ArrayLike<number> =>
  Array.isArray(row) || ArrayBuffer.isView(row);

/** A row with all tokens. Those that are not among the largest all have the logit 0, and so the smallest probability. */
function wholeRow(
  row: ProbeAnswers["logprobs"][number],
  t: number,
  { vocab, top }: ProbePlan,
): ArrayLike<number> {
  if (isList(row)) {
    if (row.length === vocab) return row;
    throw wrong(
      `row ${t} has ${counted(row.length, "log-probability", "log-probabilities")}, and the model has ${vocab} tokens; give all of them, or make a probe with top`,
      `logprobs[${t}]`,
      row.length,
    );
  }
  const given = Object.entries(row ?? {}).map(([token, value]) => [Number(token), value] as const);
  const least = Math.min(top ?? vocab, vocab);
  if (given.length < least)
    throw wrong(
      `row ${t} has ${given.length} log-probabilities; this probe needs ${least} at each position`,
      `logprobs[${t}]`,
      given.length,
    );
  const rest = Math.min(...given.map(([, value]) => value));
  const whole = new Float64Array(vocab).fill(rest);
  for (const [token, value] of given) {
    if (!(token in whole))
      throw wrong(`logprobs[${t}] has a token ${token}; the model has ${vocab}`, `logprobs[${t}]`, token);
    whole[token] = value;
  }
  return whole;
}

/** Fewer decimals than this lose the phases of slow pairs. */
const leastDecimals = 5;

/** Throws if all values were rounded to a few decimals, as servers round what they return. */
function checkDigits(rows: PromptRows["rows"]): void {
  for (let decimals = 0; decimals < leastDecimals; decimals++) {
    const unit = 10 ** decimals;
    const isRounded = rows.every((row) =>
      Array.from(row).every((value) => Math.abs(value * unit - Math.round(value * unit)) < 1e-7),
    );
    if (isRounded)
      throw wrong(
        `the log-probabilities are rounded to ${decimals} decimals; give ${leastDecimals} or more, or float32 values`,
        "logprobs",
        decimals,
      );
  }
}

function checkRow(row: ArrayLike<number>, t: number): void {
  let sum = 0;
  for (let token = 0; token < row.length; token++) {
    const value = row[token]!;
    if (typeof value !== "number" || !(value <= 1e-3))
      throw wrong(
        `logprobs[${t}][${token}] must be the logarithm of a probability, a number up to 0; got ${value}`,
        `logprobs[${t}][${token}]`,
        value,
      );
    sum += Math.exp(value);
  }
  // Logits that are kept in bfloat16 are off by 2^-9 of 30 at most.
  if (Math.abs(sum - 1) > 0.1)
    throw wrong(
      `the probabilities of row ${t} add up to ${sum.toPrecision(4)}, not 1; give natural logarithms after a softmax`,
      `logprobs[${t}]`,
      sum,
    );
}
