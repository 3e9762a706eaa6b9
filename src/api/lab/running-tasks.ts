/** Tasks that ask while the sequence goes on. */
import type { Task } from "./task.ts";

const letters = "abcdefgh";
const distance = 3;

export const back: Task = {
  title: `${distance} letters back`,
  description: `Name the letter ${distance} places before.`,
  solvedBy: "Looking back by one fixed distance, at any position.",
  vocabulary: letters.length,
  words: [...letters],
  example: "abcdefgh",
  guess: 1 / letters.length,
  lengths: [4, 12],
  shortest: distance + 1,
  tokens: (length) => length,
  write(length, random, tokens, targets) {
    for (let t = 0; t < length; t++) {
      tokens[t] = random.below(letters.length);
      targets[t] = t < distance ? -1 : tokens[t - distance]!;
    }
  },
};

export const pointer: Task = {
  title: "as far as the letter says",
  description: "Name the letter that this letter points to: a points one place back, b two places, up to h.",
  solvedBy: "Looking back by a distance that each letter chooses, at any position.",
  vocabulary: letters.length,
  words: [...letters],
  example: "abcadbca",
  guess: 1 / letters.length,
  lengths: [4, 16],
  shortest: 2,
  tokens: (length) => length,
  write(length, random, tokens, targets) {
    for (let t = 0; t < length; t++) {
      // The last letter stays inside the text, so that at least one word is asked for.
      tokens[t] = random.below(t === length - 1 ? Math.min(letters.length, t) : letters.length);
      targets[t] = tokens[t]! < t ? tokens[t - tokens[t]! - 1]! : -1;
    }
  },
};

export const induction: Task = {
  title: "induction",
  description: "Name the letter that followed this one the last time it appeared.",
  solvedBy:
    "Two steps: each letter looks one place back; then each letter looks for its own name among those copies.",
  vocabulary: letters.length,
  words: [...letters],
  example: "abcadcab",
  guess: 1 / letters.length,
  lengths: [4, 12],
  shortest: 2,
  tokens: (length) => length,
  write(length, random, tokens, targets) {
    for (let t = 0; t < length; t++) {
      // The last letter has appeared before, so that at least one word is asked for.
      tokens[t] = t > 0 && t === length - 1 ? tokens[random.below(t)]! : random.below(letters.length);
      const before = t === 0 ? -1 : tokens.lastIndexOf(tokens[t]!, t - 1);
      targets[t] = before < 0 ? -1 : tokens[before + 1]!;
    }
  },
};

const modulus = 8;

export const count: Task = {
  title: "count",
  description: `Say how many of the letters so far are the first one, modulo ${modulus}.`,
  solvedBy:
    "The share of that letter times the number of letters so far: this needs the position itself, not a distance.",
  vocabulary: 2 + modulus,
  words: [..."ab01234567"],
  example: "aababbaa",
  guess: 1 / modulus,
  lengths: [4, 16],
  shortest: 1,
  tokens: (length) => length,
  write(length, random, tokens, targets) {
    let seen = 0;
    for (let t = 0; t < length; t++) {
      tokens[t] = random.below(2);
      if (tokens[t] === 0) seen++;
      targets[t] = 2 + (seen % modulus);
    }
  },
};

/** For each kind its opening and its closing bracket; then the answers: nothing, or a kind. */
const brackets = ["(", ")", "[", "]", "–", "(", "["];
const kinds = 2;

export const dyck: Task = {
  title: "brackets",
  description: "Say which bracket must be closed next, or that none is open.",
  solvedBy:
    "Finding the last bracket that is still open: its depth is a sum over all earlier brackets, and near ones count.",
  vocabulary: brackets.length,
  words: brackets,
  example: "([])[(",
  guess: 1 / kinds,
  lengths: [4, 20],
  shortest: 1,
  tokens: (length) => length,
  write(length, random, tokens, targets) {
    const open: number[] = [];
    for (let t = 0; t < length; t++) {
      if (open.length === 0 || random.below(2) === 0) {
        const kind = random.below(kinds);
        open.push(kind);
        tokens[t] = 2 * kind;
      } else {
        tokens[t] = 2 * open.pop()! + 1;
      }
      targets[t] = 2 * kinds + (open.length === 0 ? 0 : 1 + open.at(-1)!);
    }
  },
};

const names = ["Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal"];
const verbs = ["sees", "hears", "calls", "helps", "finds", "likes", "leads", "pays"];
const active = names.length + verbs.length;
const passive = active + 1;
const question = active + 2;

/** A clause is “name verb mark name”: active, the first one acts; passive, the second one does. */
export const grammar: Task = {
  title: "sentences",
  description: "After some active and passive sentences, say who did the last-named deed, and to whom.",
  solvedBy: "Finding the last sentence with that verb; then its word order and its form decide.",
  vocabulary: question + 1,
  words: [...names, ...verbs, "active", "passive", "?"],
  example: "Ann sees active Bob Cem helps passive Dan ? helps",
  guess: 1 / names.length,
  lengths: [1, 4],
  shortest: 1,
  tokens: (length) => 4 * length + 3,
  write(length, random, tokens, targets) {
    const name = () => random.below(names.length);
    const verb = () => names.length + random.below(verbs.length);
    targets.fill(-1);
    for (let clause = 0; clause < length; clause++) {
      const form = random.below(2) === 0 ? active : passive;
      tokens.set([name(), verb(), form, name()], 4 * clause);
    }
    const asked = tokens[4 * random.below(length) + 1]!;
    let last = length - 1;
    while (tokens[4 * last + 1] !== asked) last--;
    const pair = [tokens[4 * last]!, tokens[4 * last + 3]!];
    const [who, whom] = tokens[4 * last + 2] === active ? pair : pair.reverse();
    tokens.set([question, asked, who!], 4 * length);
    targets.set([who!, whom!], 4 * length + 1);
  },
  answer: (tokens) => (tokens.at(-2) === question ? 2 : 0),
};
