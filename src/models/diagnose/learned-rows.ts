/** Which row of a learned table a query and a key share: T5's buckets, Shaw's and DeBERTa's clipped distances, Swin's offsets. */
import type { ResolvedSpec } from "../../api/methods.ts";
import { checkSpec } from "../../api/spec.ts";

/** The methods that choose rows of a learned table. */
export const indexed = ["t5", "shaw", "deberta", "swin"] as const;

export type Indexed = ResolvedSpec<(typeof indexed)[number]>;

export const isIndexed = (spec: ResolvedSpec): spec is Indexed =>
  (indexed as readonly string[]).includes(spec.method);

export type At = (query: number, key: number) => number;

/** The row for a query and a key; a cell outside of a window has −1, which no row has. */
export function rowOf(spec: Indexed, offset: number): At {
  switch (spec.method) {
    case "t5":
      return (query, key) => bucketOf(key - query - offset, spec);
    case "shaw":
      return (query, key) => clipped(key - query - offset, -spec.clip, spec.clip) + spec.clip;
    case "deberta": {
      const most = spec.maxRelativePositions;
      return (query, key) => clipped(query + offset - key, -most, most - 1) + most;
    }
    case "swin": {
      const [height, width] = spec.window as readonly [number, number];
      const cells = height * width;
      return (query, key) => {
        if (query >= cells || key >= cells) return -1;
        const rows = Math.floor(query / width) - Math.floor(key / width) + height - 1;
        return rows * (2 * width - 1) + (query % width) - (key % width) + width - 1;
      };
    }
  }
}

/** Every window with this many cells that has more than one row and column. */
export function windowsOf(cells: number): ResolvedSpec<"swin">[] {
  const found: ResolvedSpec<"swin">[] = [];
  for (let height = 2; height <= cells / 2; height++)
    if (cells % height === 0)
      found.push(
        checkSpec({ method: "swin", window: [height, cells / height] } as unknown) as ResolvedSpec<"swin">,
      );
  return found;
}

const clipped = (x: number, least: number, most: number) => Math.min(Math.max(x, least), most);

/** The bucket of a distance: the formula of T5 in float64. */
export function bucketOf(relative: number, { buckets, maxDistance, bidirectional }: T5): number {
  const side = bidirectional ? Math.floor(buckets / 2) : buckets;
  const first = bidirectional && relative > 0 ? side : 0;
  const distance = bidirectional ? Math.abs(relative) : Math.max(0, -relative);
  const exact = Math.floor(side / 2);
  if (distance < exact) return first + distance;
  const share = Math.log(distance / exact) / Math.log(maxDistance / exact);
  return first + Math.min(side - 1, exact + Math.floor(share * (side - exact) + 1e-9));
}

export interface T5 {
  readonly buckets: number;
  readonly maxDistance: number;
  readonly bidirectional: boolean;
}
