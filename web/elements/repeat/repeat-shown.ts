import type { Posenc } from "../../../src/api/full.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";
import { refusal } from "../definition/refusal.ts";
import { type Find, findInSlices, findInWorker } from "./repeat-find.ts";
import { RepeatSearch } from "./repeat-search.ts";

export interface RepeatShown {
  readonly spec: FigureSpec;
  readonly from: number;
  readonly to: number;
  /** It goes on while the figure is seen. */
  readonly search: RepeatSearch;
}

/** The last offset that the module looks at. */
export const FARTHEST = 2 ** 53 - 128;
/** Offsets times pairs from which on a search takes a fifth of a second or more, and is worth a worker. */
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
  const asked = { spec, from, to };
  const isLong = (to - from + 1) * (spec.dModel / 2) >= LONG;
  const find = startWorker && isLong ? shared(startWorker, pe) : findInSlices(pe);
  return { ...asked, search: new RepeatSearch(find, asked, before?.search.isPaused ?? false) };
}

function shared(startWorker: StartWorker, pe: Posenc): Find {
  inWorker ??= findInWorker(startWorker, findInSlices(pe));
  return inWorker;
}
