/** What is asked of the reference: numbers to be known later, which stand in an object until it becomes JSON. */
import { execFileSync } from "node:child_process";
import { Failure } from "../process.mjs";

/** A number of a spec, 20 digits as a string. */
export class Question {
  /** @type {string | undefined} */
  answer;

  /**
   * @param {string} name one of questions.hpp
   * @param {readonly number[]} numbers
   */
  constructor(name, numbers) {
    this.line = `ask ${[name, ...numbers].join(" ")}`;
  }

  /** @returns {string | number | undefined} */
  toJSON() {
    return this.answer;
  }
}

/** A count or an index: a number of JSON. */
export class CountQuestion extends Question {
  /** @override */
  toJSON() {
    return Number(this.answer);
  }
}

/**
 * Asks everything at once.
 * @param {string} program built from main.cpp
 * @param {readonly { spec: Record<string, unknown>, points: unknown }[]} cases questions stand anywhere in the points
 */
export function answerAll(program, cases) {
  /** @type {Question[]} */
  const asked = [];
  const lines = cases.flatMap(({ spec, points }) => {
    const questions = questionsIn(points);
    asked.push(...questions);
    return [...specLines(spec), ...questions.map(({ line }) => line)];
  });
  const answers = ask(program, lines);
  for (const [i, question] of asked.entries()) question.answer = answers[i] ?? "";
}

/**
 * @param {string} program
 * @param {readonly string[]} lines
 * @returns {string[]}
 */
function ask(program, lines) {
  try {
    const output = execFileSync(process.execPath, [program], {
      input: `${lines.join("\n")}\n`,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      stdio: ["pipe", "pipe", "pipe"],
    });
    return output.trimEnd().split("\n");
  } catch (error) {
    const details = String(/** @type {{ stderr?: string }} */ (error).stderr ?? error).trim();
    throw new Failure("the reference has no numbers for a preset: extend tools/vectors", details);
  }
}

/**
 * @param {unknown} value
 * @returns {Question[]}
 */
function questionsIn(value) {
  if (value instanceof Question) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(questionsIn) : [];
}

/**
 * @param {Record<string, unknown>} spec
 * @returns {string[]}
 */
function specLines({ version: _, method, ...fields }) {
  return [`spec ${method}`, ...fieldLines(fields, "")];
}

/**
 * @param {object} fields
 * @param {string} prefix
 * @returns {string[]}
 */
function fieldLines(fields, prefix) {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [`set ${prefix}${name} ${value.join(" ")}`];
    if (typeof value === "object") return fieldLines(value, `${prefix}${name}.`);
    return [`set ${prefix}${name} ${value}`];
  });
}
