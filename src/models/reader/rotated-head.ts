/** The channels of a head that a spec describes: all, or the last ones by themselves. */
import { type Draft, set } from "./draft.ts";
import type { Found } from "./part.ts";

export interface Head {
  whole: Found;
  /** In latent attention, the last channels, which the file counts by themselves. */
  last?: Found | undefined;
}

export function setHead(draft: Draft, { whole, last }: Head): void {
  set(draft, "headDim", whole);
  set(draft, "rotaryDim", last);
  if (last === undefined) return;
  set(draft, "rotaryOffset", { value: Number(whole.value) - Number(last.value), path: last.path });
}

/** The field, if a share of the head contradicts the width of the channels that rotate. */
export function disagreeing({ whole, last }: Head, share: Found | undefined): string | undefined {
  if (last === undefined || typeof share?.value !== "number") return undefined;
  const widths = [whole.value, last.value].map((width) =>
    Math.trunc(Number(width) * (share.value as number)),
  );
  return widths.includes(Number(last.value)) ? undefined : share.path;
}
