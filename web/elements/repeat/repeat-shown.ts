import type { Posenc } from "../../../src/entries/encodings.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { refusal } from "../definition/refusal.ts";
import { type Find, findInSlices, findInWorker } from "./repeat-find.ts";
import { RepeatSearch } from "./repeat-search.ts";

export interface RepeatShown {
  readonly spec: FigureSpec;
  readonly from: number;
  readonly to: number;
  /** It continues while the figure is visible. */
  readonly search: RepeatSearch;
}

/** The largest offset of the module's search. */
export const FARTHEST = 2 ** 53 - 128;
/** Offsets times pairs of a search that takes a fifth of a second: longer ones are worth a worker. */
const LONG = 2 ** 28;

type StartWorker = () => Worker;

/** Shared by all figures of a page. */
let inWorker: Find | undefined;

export function repeatShown(
  pe: Posenc,
  { spec, from, to }: Pick<RepeatShown, "spec" | "from" | "to">,
  startWorker: StartWorker | undefined,
  before: RepeatShown | undefined,
): RepeatShown {
  if (to < from) throw refusal("to", `a whole number from ${from} to ${FARTHEST}`, to);
  before?.search.stop();
  const query = { spec, from, to };
  const isLong = (to - from + 1) * (spec.dModel / 2) >= LONG;
  const find = startWorker && isLong ? shared(startWorker, pe) : findInSlices(pe);
  return { ...query, search: new RepeatSearch(find, query, before?.search.isPaused ?? false) };
}

function shared(startWorker: StartWorker, pe: Posenc): Find {
  inWorker ??= findInWorker(startWorker, findInSlices(pe));
  return inWorker;
}
