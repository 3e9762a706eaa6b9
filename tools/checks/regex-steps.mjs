/**
 * Counts the steps of a regular expression on texts that repeat a few of its own letters, as an engine that goes back takes them.
 * It finds what an analysis of loops does not: a string in quotes without an end, which is looked for again from each quote in it.
 */
import { parseRegExpLiteral, visitRegExpAST } from "@eslint-community/regexpp";

/** @typedef {import("@eslint-community/regexpp").AST.Node} Node */
/** @typedef {import("@eslint-community/regexpp").AST.Alternative} Alternative */
/** Goes on at a place of the text. @typedef {(at: number) => boolean} Next */
/** @typedef {(text: string, at: number, next: Next) => boolean} Matcher */

/** Repeats of a few letters. Twice as many take at most three times the steps if the time is linear. */
const FEW = 32;
const MOST_STEPS = 50_000;
const MOST_LETTERS = 9;

class TooMany extends Error {}

/** A text, repeated, on which the steps grow faster than its length; undefined if none was found. @param {string} literal */
export function slowText(literal) {
  const regex = new Stepped(literal);
  const letters = lettersOf(regex.tree);
  const words = letters.flatMap((a) => [a, ...letters.filter((b) => b !== a).map((b) => a + b)]);
  for (const word of words)
    for (const start of regex.isAnchored ? ["", ...letters] : [""])
      for (const end of ["", "\u0001"]) {
        const [few, many] = [FEW, 2 * FEW].map((count) => regex.stepsOn(start + word.repeat(count) + end));
        if (few === undefined || many === undefined || many > 3 * few + FEW) return start + word;
      }
  return undefined;
}

/** The letters that a regular expression names, and one of each set. @param {Node} tree */
function lettersOf(tree) {
  const letters = new Set(["a"]);
  visitRegExpAST(tree, {
    onCharacterEnter: ({ value }) => void letters.add(String.fromCodePoint(value)),
    onCharacterSetEnter: ({ kind }) => {
      if (kind === "digit") letters.add("0");
      if (kind === "space") letters.add("\n");
    },
  });
  return [...letters].slice(0, MOST_LETTERS);
}

class Stepped {
  tree;
  isAnchored;
  #match;
  #flags;
  #isEach;
  #steps = 0;

  /** @param {string} literal */
  constructor(literal) {
    this.tree = parseRegExpLiteral(literal);
    const { flags, pattern } = this.tree;
    this.#flags = flags.raw.replace(/[gy]/g, "");
    this.#isEach = flags.global;
    this.isAnchored = flags.sticky || (pattern.raw.startsWith("^") && !flags.multiline);
    this.#match = this.#anyOf(pattern.alternatives);
  }

  /** The steps of a search for the first match, or for all matches; undefined for too many. @param {string} text */
  stepsOn(text) {
    this.#steps = 0;
    try {
      for (let at = 0; at <= text.length; at++) {
        let end = -1;
        const isFound = this.#match(text, at, (to) => {
          end = to;
          return true;
        });
        if (this.isAnchored || (isFound && !this.#isEach)) break;
        if (end > at) at = end - 1;
      }
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      return undefined;
    }
    return this.#steps;
  }

  #count() {
    if (++this.#steps > MOST_STEPS) throw new TooMany();
  }

  /** @param {readonly Alternative[]} alternatives @returns {Matcher} */
  #anyOf(alternatives) {
    const all = alternatives.map(({ elements }) =>
      elements
        .map((element) => this.#one(element))
        .reduceRight(
          (/** @type {Matcher} */ rest, first) => (text, at, next) =>
            first(text, at, (to) => rest(text, to, next)),
          (_, at, next) => next(at),
        ),
    );
    return (text, at, next) => all.some((each) => each(text, at, next));
  }

  /** @param {import("@eslint-community/regexpp").AST.Element} element @returns {Matcher} */
  #one(element) {
    if (element.type === "Group" || element.type === "CapturingGroup")
      return this.#anyOf(element.alternatives);
    if (element.type === "Quantifier") return this.#repeated(element);
    // A letter, a set or an assertion, by the engine's own word.
    const own = element.type === "Backreference" ? /(?:)/y : new RegExp(element.raw, `${this.#flags}y`);
    return (text, at, next) => {
      this.#count();
      own.lastIndex = at;
      const length = own.exec(text)?.[0].length;
      return length !== undefined && next(at + length);
    };
  }

  /** @param {import("@eslint-community/regexpp").AST.Quantifier} quantifier @returns {Matcher} */
  #repeated({ element, min, max, greedy }) {
    const one = this.#one(/** @type {import("@eslint-community/regexpp").AST.Element} */ (element));
    /** @param {string} text @param {number} at @param {number} done @param {Next} next @returns {boolean} */
    const from = (text, at, done, next) => {
      this.#count();
      const more = () =>
        done < max && one(text, at, (to) => (to > at || done < min) && from(text, to, done + 1, next));
      if (done < min) return more();
      return greedy ? more() || next(at) : next(at) || more();
    };
    return (text, at, next) => from(text, at, 0, next);
  }
}
