import { formatInteger } from "../../plot/numbers.ts";
import { node, table } from "../nodes.ts";
import { allNames, yearOf } from "./entries.ts";
import { rulesOf, ruleWords, sentenceOf } from "./layer-looks.ts";
import { layerPicture } from "./layer-picture.ts";
import { type Reading, readingOf } from "./reading.ts";

/** Two models side by side: their sentences, their layers, and a row for each fact, those that differ first. */

const LIST = "all-models";
const NONE = "–";

interface Row {
  readonly what: string;
  readonly values: readonly [string, string];
}

/**
 * The field that asks for another model, and what stands under it.
 * @param take - is called with the name of the other model, or nothing, after the reader has chosen
 */
export function sideBySide(
  name: string,
  other: string | undefined,
  take: (other: string | undefined) => void,
) {
  const place = node("div", { class: "beside" });
  const field = node("input", {
    type: "search",
    list: LIST,
    value: other ?? "",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "openai/gpt-oss-20b",
  });
  const said = node("p", { class: "from", role: "status" });
  const show = () => {
    const text = field.value.trim();
    const reading = readingOf(text);
    said.textContent =
      text === "" || reading ? "" : `No model is called ${text}. Choose a name from the list of the field.`;
    place.replaceChildren(...(reading === undefined ? [] : compared(readingOf(name) as Reading, reading)));
    return reading?.name;
  };
  field.addEventListener("change", () => take(show()));
  if (!document.getElementById(LIST))
    document.body.append(
      node("datalist", { id: LIST }, ...allNames().map((each) => node("option", { value: each }))),
    );
  show();
  return node("div", { class: "compare" }, node("label", {}, "Compare with ", field), said, place);
}

function compared(a: Reading, b: Reading): HTMLElement[] {
  return [node("div", { class: "pair" }, half(a), half(b)), factsTable(a, b)];
}

function half({ name, read, context }: Reading): HTMLElement {
  const rules = rulesOf(read);
  const picture =
    read.layers.length === 0 ? [] : [layerPicture({ part: read, rules, context, name: `Layers of ${name}` })];
  return node("div", {}, node("h4", {}, name), node("p", {}, sentenceOf(read, rules)), ...picture);
}

const FACTS: readonly { readonly what: string; readonly of: (reading: Reading) => string }[] = [
  { what: "layers", of: ({ read }) => (read.layers.length === 0 ? NONE : formatInteger(read.layers.length)) },
  {
    what: "layers without rotation",
    of: ({ read }) => {
      const bare = read.layers.filter(({ rotary, mixer }) => rotary === null && mixer === null).length;
      return read.layers.length === 0 ? NONE : formatInteger(bare);
    },
  },
  { what: "rotation", of: ({ read }) => joined(rulesOf(read).map(({ spec }) => ruleWords(spec))) },
  { what: "pairs", of: ({ read }) => joined(rulesOf(read).map(({ spec }) => spec.pairing ?? "halves")) },
  {
    what: "channels that rotate",
    of: ({ read }) =>
      joined(rulesOf(read).map(({ spec }) => `${spec.rotaryDim ?? spec.headDim} of ${spec.headDim}`)),
  },
  {
    what: "window",
    of: ({ read }) =>
      joined(
        read.layers.map(({ window }) => {
          if (window === "unknown") return "not known";
          if (window === null) return "all tokens";
          if ("square" in window) return `${window.square} × ${window.square} patches`;
          if ("chunk" in window) return formatInteger(window.chunk);
          const keys = formatInteger(window.before + 1 + window.after);
          return window.prompt ? `${keys} and the prompt` : keys;
        }),
      ),
  },
  { what: "context, tokens", of: ({ context }) => (context === undefined ? NONE : formatInteger(context)) },
  { what: "year", of: ({ name }) => String(yearOf(name) ?? NONE) },
  { what: "how it is known", of: ({ known }) => known },
];

const joined = (values: readonly string[]): string =>
  values.length === 0 ? NONE : [...new Set(values)].join(" and ");

function factsTable(a: Reading, b: Reading): HTMLElement {
  const rows: Row[] = FACTS.map(({ what, of }) => ({ what, values: [of(a), of(b)] }));
  const differs = ({ values: [first, second] }: Row) => first !== second;
  const ordered = [...rows.filter(differs), ...rows.filter((row) => !differs(row))];
  const body = ordered.map((row) =>
    node(
      "tr",
      { class: differs(row) ? "differs" : "same" },
      node("th", { scope: "row" }, row.what),
      ...row.values.map((value, n) => node("td", { "data-column": n === 0 ? a.name : b.name }, value)),
    ),
  );
  const caption = `${ordered.filter(differs).length} of ${rows.length} facts differ; these stand first`;
  return table({ class: "facts-table" }, caption, ["fact", a.name, b.name], body);
}
