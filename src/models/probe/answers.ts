/** An engine's answers: checks that they are complete and for the probe's prompts, and makes whole rows of them. */
import { counted } from "../../api/arguments/counted.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { firstMark, keysOf, type ProbePlan, promptsOf } from "./plan.ts";

/** An engine's answers to a prompt. */
export interface ProbeAnswers {
  /** The ids of the tokens that the engine was given. */
  tokens: readonly number[];
  /** The plan's `id`, if whoever ran the probe took it along: answers of another probe are refused. */
  id?: string;
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

export const wrong = (text: string, param: string, value: unknown) =>
  rangeError(text, { code: "range", param, value });

/** Checks that the answers are for the probe's prompts, complete, and natural logarithms of probabilities; gives whole rows. */
export function rowsOf(plan: ProbePlan, answers: readonly ProbeAnswers[]): PromptRows[] {
  const prompts = promptsOf(plan);
  if (answers.length !== prompts.length)
    throw wrong(
      `${counted(answers.length, "answer")} for ${counted(prompts.length, "prompt")}; give one for each, in their order`,
      "answers",
      answers.length,
    );
  const other = answers.find(({ id }) => id !== undefined && id !== plan.id);
  if (other !== undefined)
    throw wrong(`the answers are of another probe, ${other.id}; this plan is of ${plan.id}`, "id", other.id);
  return prompts.map((prompt, i) => {
    checkTokens(prompt, answers[i]!);
    const keys = keysOf(prompt);
    const rows = answers[i]!.logprobs.map((row, t) => wholeRow(row, t, plan));
    for (let t = keys.length; t < rows.length; t++) checkRow(rows[t]!, t);
    checkPlaces(plan, keys.length, rows);
    checkDigits(rows.slice(keys.length, keys.length + 8));
    return { keys, rows };
  });
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

/** Throws if the first row after a query token is not the one after the last key token. No key token attends to a query token. */
function checkPlaces({ headDim, vocab, layers }: ProbePlan, first: number, rows: PromptRows["rows"]): void {
  const marks = Array.from({ length: layers }, (_, layer) => firstMark(headDim, layer) + headDim);
  const isQuery = (row: ArrayLike<number>) => marks.some((mark) => row[mark]! - row[vocab - 1]! > 0.01);
  const found = rows.findIndex(isQuery);
  if (found < 0) return;
  const other = rows.findIndex((row, t) => t > found && !isQuery(row));
  if (other >= 0)
    throw wrong(
      `row ${other} shows no attention to the query tokens, and row ${found} does: the answers are of another model`,
      `logprobs[${other}]`,
      other,
    );
  if (found === first) return;
  const by = counted(Math.abs(found - first), "token");
  throw wrong(
    found > first
      ? `the rows are ${by} late: row ${first} is not after the first query token. The engine may have put a token in front of the prompt (BOS); turn that off, and run the probe again`
      : `the rows are ${by} early: row ${found} is after a query token, and token ${found} of the prompt is a key. Row t must have the log-probabilities after token t`,
    `logprobs[${found}]`,
    found,
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
