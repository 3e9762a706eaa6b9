import type { Comparison, EngineColumn } from "posenc/engines";
import { node } from "../nodes.ts";
import { fragmentOf, NOTHING_KNOWN } from "../workbench/job.ts";
import { askInTurn } from "../workbench/start-worker.ts";

// Engines that compute something else from a config, asked of the workbench's worker when a model is opened.

/** Traps that are listed; the workbench has all. */
const MOST = 3;

const ask = askInTurn();

/** A place for the traps of a config. The engines are asked once it is seen. */
export function traps(config: string): HTMLElement {
  const place = node("div", { class: "traps", "aria-live": "polite" }, node("p", {}, "Asking the engines …"));
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    seen.disconnect();
    const files = [new File([config], "config.json")];
    void ask({ task: "files", files, known: NOTHING_KNOWN }).then((answer) => {
      const isCompared = answer.is === "result" && answer.result.kind === "config";
      const none = [node("p", {}, "The engines could not be compared.")];
      place.replaceChildren(...(isCompared ? trapParts(answer.result.comparison) : none));
    });
  });
  seen.observe(place);
  return place;
}

/** The address of the workbench with a config; undefined if it is too long for a link. */
export function comparisonLink(config: string): string | undefined {
  const fragment = fragmentOf({ text: config, ...NOTHING_KNOWN });
  return fragment === undefined ? undefined : `../workbench/${fragment}`;
}

function trapParts({ layers, notes }: Comparison): HTMLElement[] {
  const columns = new Map<string, EngineColumn>();
  for (const { engines } of layers)
    for (const column of engines)
      if (!columns.has(column.engine) || column.differs) columns.set(column.engine, column);
  const all = [...columns.values()];
  const differing = all.filter(({ differs }) => differs);
  const unknown = all.filter(({ differs, known, serves }) => serves && !differs && !known);
  const items = [
    ...differing.slice(0, MOST).map(({ verdict }) => node("li", {}, sentenceIn(verdict))),
    ...notes.map((note) => node("li", {}, `${note}.`)),
  ];
  return [
    node("p", {}, summary(all.length, differing.length, unknown.length)),
    ...(items.length === 0 ? [] : [node("ul", {}, ...items)]),
  ];
}

/** The verdict as far as it says what differs. */
const sentenceIn = (verdict: string): string => `${verdict.split("; not known:")[0]?.replace(/\.$/, "")}.`;

function summary(all: number, differing: number, unknown: number): string {
  if (all === 0) return "No engine was compared: nothing rotates.";
  const open =
    unknown === 0
      ? ""
      : ` ${unknown} of ${all} are not known in full: their source for this type was not read.`;
  return differing === 0
    ? `No difference between engines is known.${open}`
    : `${differing} of ${all} engines compute something else.${open}`;
}
