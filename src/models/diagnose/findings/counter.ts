/** Counts entries that differ, and keeps the first and the worst of them. */

/** An entry that was compared. */
export interface Entry {
  /** Row, from 0; the token of vectors. */
  readonly row: number;
  /** Column, from 0; the channel of vectors. */
  readonly column: number;
  /** The head of vectors. */
  readonly head?: number;
  /** The position that belongs to the row. */
  readonly position: number;
  readonly found: number;
  readonly expected: number;
}

/** The counts of a comparison. */
export interface Counts {
  /** Entries that were compared. */
  readonly compared: number;
  /** Entries that differ by more than the bound. */
  readonly outside: number;
  /** The largest difference of an entry. */
  readonly largest: number;
  /** The largest difference that counts as equal at any entry. */
  readonly bound: number;
  /** The first entry outside the bound; null if there is none. */
  readonly first: Entry | null;
  /** The entry outside the bound with the largest difference; null if there is none. */
  readonly worst: Entry | null;
}

/** Counts differences, first and worst entry among all. */
export class Counter {
  compared = 0;
  outside = 0;
  largest = 0;
  bound = 0;
  first: Entry | null = null;
  worst: Entry | null = null;
  #most = 0;

  /** An entry that agrees. */
  agree(difference: number): void {
    this.compared++;
    if (difference > this.largest) this.largest = difference;
  }

  /** An entry that differs. Returns whether it is to be shown: the first one, or one that differs more than all before it. */
  differ(difference: number): boolean {
    this.agree(difference);
    this.outside++;
    return difference > this.#most;
  }

  show(difference: number, entry: Entry): void {
    this.first ??= entry;
    this.worst = entry;
    this.#most = difference;
  }

  add(found: number, expected: number, allowed: number, entry: () => Entry): void {
    if (!Number.isFinite(found)) return; // reported by its own finding
    const difference = Math.abs(found - expected);
    if (allowed > this.bound) this.bound = allowed;
    if (difference <= allowed) this.agree(difference);
    else if (this.differ(difference)) this.show(difference, entry());
  }

  get counts(): Counts {
    const { compared, outside, largest, bound, first, worst } = this;
    return { compared, outside, largest, bound, first, worst };
  }
}
