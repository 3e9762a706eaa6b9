import { type EngineColumn, mostRounding } from "posenc/engines";

/** The questions of the table, and how an engine's answer differs from the exact one. */

export interface Answered {
  readonly text: string;
  /** `none`: the question does not arise. */
  readonly state: "same" | "other" | "unknown" | "none";
}

interface Question {
  readonly title: string;
  readonly answer: (own: EngineColumn, exact: EngineColumn) => Answered;
}

const none: Answered = { text: "–", state: "none" };
const unknown: Answered = { text: "", state: "unknown" };

const brief = (value: number): string => String(Number(value.toPrecision(5)));
const areNear = (a: number, b: number): boolean => Math.abs(a - b) <= mostRounding * Math.abs(b);

/** The answer to a question whose answer is a number. */
const numberOf =
  (name: "base" | "width" | "attentionFactor" | "softmaxScale"): Question["answer"] =>
  (own, exact) => {
    const [value, due] = [own[name], exact[name]];
    if (own.unknown.includes(name)) return unknown;
    if (value === null) return none;
    return { text: brief(value), state: due === null || areNear(value, due) ? "same" : "other" };
  };

function frequencies(own: EngineColumn, exact: EngineColumn): Answered {
  if (own.frequencies === null || exact.frequencies === null) return unknown;
  let [worst, most] = [-1, 0];
  const pairs = Math.max(own.frequencies.length, exact.frequencies.length);
  for (let pair = 0; pair < pairs; pair++) {
    const [f, due] = [own.frequencies[pair] ?? 0, exact.frequencies[pair] ?? 0];
    const change = due === 0 ? Number(f !== 0) : f / due - 1;
    if (Math.abs(change) > Math.abs(most)) [worst, most] = [pair, change];
  }
  if (Math.abs(most) <= mostRounding)
    return { text: own === exact ? `${pairs} pairs` : "same", state: "same" };
  const percent = Number((100 * most).toPrecision(2));
  return { text: `pair ${worst} ${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`, state: "other" };
}

function strengthOf(scale: NonNullable<EngineColumn["queryScale"]>): string {
  if (!("type" in scale)) return `β ${brief(scale.beta)}`;
  return scale.type === "power" ? `power ${brief(scale.exponent)}` : `log β ${brief(scale.beta)}`;
}

function temperature(own: EngineColumn, exact: EngineColumn): Answered {
  if (own.unknown.includes("queryScale")) return unknown;
  const text = ({ queryScale }: EngineColumn) =>
    queryScale === null ? "none" : `${strengthOf(queryScale)} by ${queryScale.length}`;
  if (own.queryScale === null && exact.queryScale === null) return none;
  return { text: text(own), state: text(own) === text(exact) ? "same" : "other" };
}

function pairing(own: EngineColumn, exact: EngineColumn): Answered {
  if (own.unknown.includes("pairing")) return unknown;
  if (own.pairing === null) return none;
  const isSame = exact.pairing === null || own.pairing === exact.pairing;
  return { text: own.pairing, state: isSame ? "same" : "other" };
}

function list(own: EngineColumn, exact: EngineColumn): Answered {
  if (own.list === null) return none;
  return {
    text: `${own.list.list}, by ${own.list.when}`,
    state: own.list.list === exact.list?.list ? "same" : "other",
  };
}

export const questions: readonly Question[] = [
  { title: "base", answer: numberOf("base") },
  { title: "width", answer: numberOf("width") },
  { title: "pairing", answer: pairing },
  { title: "frequencies", answer: frequencies },
  { title: "attention factor", answer: numberOf("attentionFactor") },
  { title: "temperature", answer: temperature },
  { title: "softmax scale", answer: numberOf("softmaxScale") },
  { title: "list", answer: list },
  {
    title: "ignored",
    answer: ({ ignored }) => (ignored.length === 0 ? none : { text: ignored.join(", "), state: "other" }),
  },
];
