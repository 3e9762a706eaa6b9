import { dynamic } from "./dynamic.ts";
import { linear } from "./linear.ts";
import { llama3 } from "./llama3.ts";
import { longrope } from "./longrope.ts";
import { none } from "./none.ts";
import { ntk } from "./ntk.ts";
import { proportional } from "./proportional.ts";
import type { Lengths, Scaling, Schedule, ScheduleName } from "./schedule.ts";
import { yarn } from "./yarn.ts";

/** The rules that scale RoPE's frequencies, in the order of figures. */
const schedules: { readonly [T in ScheduleName]: Schedule<T> } = {
  none,
  linear,
  ntk,
  dynamic,
  yarn,
  llama3,
  longrope,
  proportional,
};

export const SCHEDULES = Object.keys(schedules) as ScheduleName[];

/** The row of the spec's scaling. */
export const scheduleOf = <T extends ScheduleName>({ type }: Pick<Scaling, "type"> & { type: T }) =>
  schedules[type] as unknown as Schedule<T>;

/** A rule with the numbers of its paper; undefined if they were found by a search for one model. */
export function stretched(type: ScheduleName, lengths: Lengths): Scaling | undefined {
  const numbers = scheduleOf({ type }).stretched?.(lengths, Math.max(1, lengths.context / lengths.trained));
  return numbers && ({ type, ...numbers } as Scaling);
}
