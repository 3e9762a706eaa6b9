/** The best pairing of the rows of two matrices. */

export interface Matching {
  /** Entry i is the row of the second matrix that is paired with row i of the first. */
  readonly partners: readonly number[];
  /** Entry i is the largest |difference| between the entries of row i and its partner. */
  readonly distances: readonly number[];
  /** The largest distance; no other pairing has a smaller one. It is 0 if both matrices have the same rows, in any order. */
  readonly largest: number;
}

/**
 * Pairs the rows of two (rows, width) matrices so that the largest difference within a pair is as small as possible
 * (the bottleneck assignment problem): a binary search for the smallest limit with a partner for every row. Augmenting
 * paths decide each limit.
 */
export function matchRows(first: Float32Array, second: Float32Array, width: number): Matching {
  const rows = first.length / width;
  const distance = rowDistances(first, second, width);
  const near = nearestFirst(distance, rows);
  const limits = distance.slice().sort(); // a Float64Array sorts by size
  let [low, high] = [0, limits.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pairWithin(distance, near, limits[middle] as number)) high = middle;
    else low = middle + 1;
  }
  const largest = limits[low] ?? 0;
  const partners = pairWithin(distance, near, largest) ?? [];
  const distances = partners.map((partner, row) => distance[row * rows + partner] as number);
  return { partners, distances, largest };
}

/** Entry i · rows + j is the largest |difference| between row i of the first and row j of the second, exact in float64. */
function rowDistances(first: Float32Array, second: Float32Array, width: number): Float64Array {
  const rows = first.length / width;
  const distance = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      let largest = 0;
      for (let k = 0; k < width; k++) {
        const difference = Math.abs((first[i * width + k] as number) - (second[j * width + k] as number));
        if (difference > largest) largest = difference;
      }
      distance[i * rows + j] = largest;
    }
  }
  return distance;
}

/** For each row, the rows of the second matrix, the nearest first, so that pairs are close if there is a choice. */
function nearestFirst(distance: Float64Array, rows: number): number[][] {
  return Array.from({ length: rows }, (_, row) => {
    const distances = distance.subarray(row * rows, (row + 1) * rows);
    return [...distances.keys()].sort((a, b) => (distances[a] as number) - (distances[b] as number));
  });
}

/** A pairing of all rows within the limit; undefined if there is none. Source: Kuhn 1955. */
function pairWithin(distance: Float64Array, near: readonly number[][], limit: number): number[] | undefined {
  const rows = near.length;
  const owner = new Int32Array(rows).fill(-1); // row of the first that is paired with row j of the second
  const visited = new Uint8Array(rows);
  const settle = (row: number): boolean => {
    for (const partner of near[row] as number[]) {
      if ((distance[row * rows + partner] as number) > limit) return false;
      if (visited[partner]) continue;
      visited[partner] = 1;
      const before = owner[partner] as number;
      if (before >= 0 && !settle(before)) continue;
      owner[partner] = row;
      return true;
    }
    return false;
  };
  for (let row = 0; row < rows; row++) {
    visited.fill(0);
    if (!settle(row)) return undefined;
  }
  const partners = new Array<number>(rows);
  for (const [partner, row] of owner.entries()) partners[row] = partner;
  return partners;
}
