/** Calls before they run: their slots, their areas, and the parts of their work. */
import { Area } from "./areas.ts";
import type { Step } from "./calls.ts";
import type { Cut, Part, PartNumber } from "./parts.ts";

/** The alignment of every area, in bytes: the width of a vector. */
const alignment = 16;
export const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

export const bytesOfSlot = 8;

type Slot = Area | PartNumber | number | boolean;

interface Work {
  /** Each call, its number of slots, and the units of its arrays. */
  calls: { call: Step["call"]; count: number; along: number }[];
  /** The slots of all calls, one call after the other. */
  slots: Slot[];
  /** All areas, each once. */
  areas: Area[];
}

export interface Plan extends Work {
  parts: Part[];
  /** Bytes to allocate for slots and areas, except for those that are kept. */
  bytes: number;
}

export function workOf(steps: readonly Step[]): Work {
  const slots: Slot[] = [];
  const calls = steps.map(({ call, fields }) => {
    const before = slots.length;
    let along = 0;
    for (const path of pathsOf(call, fields as Fields)) {
      let slot: Slot | Fields = fields as Fields;
      for (const name of path) slot = (slot as Fields)[name]!;
      if (typeof slot === "object") along |= slot.along as number;
      slots.push(slot as Slot);
    }
    return { call, count: slots.length - before, along };
  });
  const areas: Area[] = [];
  for (const slot of slots) if (slot instanceof Area && !areas.includes(slot)) areas.push(slot);
  return { calls, slots, areas };
}

export function planOf(work: Work, cut: Cut, partBytes: number): Plan {
  const bytesAlong = [0, 0, 0, 0];
  for (const area of work.areas) bytesAlong[area.along]! += area.bytes;
  const parts = cut(bytesAlong, partBytes);
  let bytes = aligned(work.slots.length * bytesOfSlot);
  for (const area of work.areas) bytes += placeBytes(area, parts);
  // Named one by one: `...work` would take as long as the rest of this function.
  return { calls: work.calls, slots: work.slots, areas: work.areas, parts, bytes };
}

/** The elements of an area in a part: the index of the first one, and their count. */
export function elementsIn({ along, count }: Area, part: Part): { from: number; count: number } {
  const span = part[along]!;
  const each = count / span.of;
  return { from: each * span.from, count: each * span.count };
}

/** Bytes to reserve for an area, enough for the largest part; 0 if the area already has an address. */
export function placeBytes(area: Area, parts: readonly Part[]): number {
  const first = parts[0];
  if (area.isElsewhere || first === undefined) return 0;
  return aligned(elementsIn(area, first).count * area.type.BYTES_PER_ELEMENT);
}

type Fields = { readonly [name: string]: Slot | Fields };

/** The field paths of each call, kept because sorting them takes longer than a small call. */
const known: Record<string, { names: number; paths: string[][] }> = {};

/** The fields of a call in the order of their names; a nested struct is replaced by its own fields. */
function pathsOf(call: string, fields: Fields): string[][] {
  const names = Object.keys(fields).length;
  if (known[call]?.names !== names) known[call] = { names, paths: sortedPaths(fields) };
  return known[call]!.paths;
}

function sortedPaths(fields: Fields): string[][] {
  return Object.keys(fields)
    .sort()
    .flatMap((name) => {
      const field = fields[name]!;
      if (typeof field !== "object" || "along" in field) return [[name]];
      return sortedPaths(field as Fields).map((path) => [name, ...path]);
    });
}
