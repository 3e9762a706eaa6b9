/** A lane of a race: one model, where it runs, and how far it is. */
import { isFinished, type LaneState, newState } from "./lane-model.ts";
import type { LaneRunner, StartLane } from "./lane-runner.ts";
import { type Plan, planOf, type RaceSettings } from "./race-settings.ts";

/** One model of a race. */
export interface Lane {
  readonly encoding: string;
  readonly seed: number;
  readonly plan: Plan;
  readonly state: LaneState;
  /** An error that is not the model's own, such as no memory. */
  readonly fault: string | undefined;
}

/** A lane with what belongs to its training. */
export class RunningLane implements Lane {
  readonly encoding: string;
  readonly seed: number;
  readonly plan: Plan;
  readonly name: string;
  state: LaneState;
  fault: string | undefined;
  /** Whether another try can help: a setting that is out of range stays so. */
  canRetry = false;
  /** The stored model, which the runner begins with, and its state. */
  saved: Uint8Array<ArrayBuffer> | undefined;
  savedState: LaneState | undefined;
  runner: Promise<LaneRunner> | undefined;
  isBusy = false;
  isStored = false;
  storedAt = 0;

  constructor(settings: RaceSettings, encoding: string, seed: number) {
    this.encoding = encoding;
    this.seed = seed;
    this.plan = planOf(settings, encoding, seed, seed !== settings.seed);
    this.name = `${encoding} ${seed}`;
    this.state = newState(settings.steps);
  }

  get isOver(): boolean {
    return this.fault !== undefined || isFinished(this.state);
  }

  /** The model where it runs; it is started if it is not there yet. */
  run(start: StartLane): Promise<LaneRunner> {
    const { tests, failure } = this.state;
    const begun = { saved: this.saved, tests: tests.length, isFinished: isFinished(this.state), failure };
    this.runner ??= start(this.plan, begun);
    return this.runner;
  }

  /** After an error that is not the model's own, the lane may go on from where it was stored. */
  forgetFault(): void {
    const state = this.savedState ?? newState(this.plan.steps);
    if (this.canRetry) Object.assign(this, { canRetry: false, fault: undefined, state });
  }

  end(): void {
    void this.runner?.then(
      (runner) => runner.end(),
      () => {},
    );
    this.runner = undefined;
  }
}

// Trained models, kept in the browser until the reader clears them, or until newer races need the space.

/** A lane as it is stored. */
export interface KeptLane {
  readonly state: LaneState;
  /** The model after the steps of the state. */
  readonly saved: Uint8Array<ArrayBuffer>;
}

/** Lanes by their names. */
export interface RaceStore {
  /** The lanes of a race that are stored; empty if there are none, or if the browser does not let the page look. */
  read(race: string): Promise<ReadonlyMap<string, KeptLane>>;
  /** Rejects if the browser stores nothing for this page. */
  write(race: string, lane: string, kept: KeptLane): Promise<void>;
  remove(race: string): Promise<void>;
}

const DATABASE = "posenc-race";
const LANES = "lanes";
const RACES = "races";
/** Races that are kept; the oldest goes first. One of three lanes with 100 000 weights has 4 MB. */
const MOST = 8;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param mayCreate - whether to make the database if there is none: a figure that nobody has trained leaves no trace */
async function open(mayCreate: boolean): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    if (!mayCreate) request.transaction?.abort();
    else for (const name of [LANES, RACES]) request.result.createObjectStore(name);
  };
  return done(request);
}

/** Runs requests in one transaction. The database is closed afterwards, so that nothing blocks another tab. */
async function transact<T>(
  mayCreate: boolean,
  mode: IDBTransactionMode,
  work: (lanes: IDBObjectStore, races: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await open(mayCreate);
  try {
    const transaction = database.transaction([LANES, RACES], mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([
      work(transaction.objectStore(LANES), transaction.objectStore(RACES)),
      ended,
    ]);
    return result;
  } finally {
    database.close();
  }
}

/** All keys of the lanes of a race: arrays that begin with its name. */
const lanesOf = (race: string): IDBKeyRange => IDBKeyRange.bound([race], [race, []]);

async function removeOldest(lanes: IDBObjectStore, races: IDBObjectStore): Promise<void> {
  const [names, times] = await Promise.all([done(races.getAllKeys()), done(races.getAll())]);
  const oldest = names
    .map((name, n) => ({ name: String(name), time: Number(times[n]) }))
    .sort((a, b) => b.time - a.time)
    .slice(MOST);
  for (const { name } of oldest) {
    races.delete(name);
    lanes.delete(lanesOf(name));
  }
}

export const browserStore: RaceStore = {
  async read(race) {
    try {
      return await transact(false, "readonly", async (lanes) => {
        const [keys, values] = await Promise.all([
          done(lanes.getAllKeys(lanesOf(race))),
          done<KeptLane[]>(lanes.getAll(lanesOf(race))),
        ]);
        return new Map(
          keys.map((key, n) => [String((key as IDBValidKey[])[1]), values[n] as KeptLane] as const),
        );
      });
    } catch {
      return new Map();
    }
  },
  write: (race, lane, kept) =>
    transact(true, "readwrite", async (lanes, races) => {
      lanes.put(kept, [race, lane]);
      races.put(Date.now(), race);
      await removeOldest(lanes, races);
    }),
  async remove(race) {
    try {
      await transact(false, "readwrite", async (lanes, races) => {
        lanes.delete(lanesOf(race));
        races.delete(race);
      });
    } catch {
      // Where nothing is stored there is nothing to remove.
    }
  },
};
