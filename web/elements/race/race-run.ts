/** A race: models that train side by side, each with another encoding. It does not depend on a page. */
import { grown, type LaneModel } from "./lane-model.ts";
import type { LaneRunner, StartLane } from "./lane-runner.ts";
import { type Lane, type RaceStore, RunningLane } from "./race-lane.ts";
import type { RaceSettings } from "./race-settings.ts";

/** Where and how a race runs. */
export interface Ground {
  readonly start: StartLane;
  /** Lanes that train at the same time. */
  readonly most: number;
  readonly store: RaceStore;
}

/** Milliseconds after which a lane in training is stored again. */
const STORE_AFTER = 2000;

export class Race {
  #settings: RaceSettings;
  readonly #ground: Ground;
  readonly #key: string;
  #lanes: RunningLane[] = [];
  /** The same encodings with further seeds, which run after the first ones. */
  #repeats: RunningLane[] = [];
  readonly #slices = new Set<Promise<void>>();
  /** Whether models run on the page's own thread; undefined until the first one runs. */
  #isHere: boolean | undefined;
  #reading: Promise<void> | undefined;
  #isRunning = false;
  #isEnded = false;
  #isKept = true;
  #changes = 0;

  /** Takes the lanes that an earlier page has stored. They go on only if they are asked to. */
  constructor(settings: RaceSettings, ground: Ground) {
    this.#settings = settings;
    this.#ground = ground;
    this.#key = keyOf(settings);
    this.setLanes(settings.encodings, 1);
  }

  get settings(): RaceSettings {
    return this.#settings;
  }

  /** Whether lanes of these settings can run beside the lanes of this race. */
  fits(settings: RaceSettings): boolean {
    return this.#key === keyOf(settings);
  }

  /** The models that the picture shows, in the order of the settings. */
  get lanes(): readonly Lane[] {
    return this.#lanes;
  }

  /** The models of further seeds. */
  get repeats(): readonly Lane[] {
    return this.#repeats;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get isBegun(): boolean {
    return this.#all.some(({ state, isBusy }) => state.steps > 0 || isBusy);
  }

  get isFinished(): boolean {
    return this.#all.every(({ isOver }) => isOver);
  }

  /** Whether nothing is left but lanes that an error has stopped which may pass: without its module, for example, none can train. */
  get isStopped(): boolean {
    return this.isFinished && this.#all.some(({ canRetry }) => canRetry);
  }

  /** Whether the browser stores the race; true until it has refused. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** The number of changes so far: a picture of the same number is up to date. */
  get changes(): number {
    return this.#changes;
  }

  get #all(): readonly RunningLane[] {
    return [...this.#lanes, ...this.#repeats];
  }

  /** The end of reading what an earlier page has stored; undefined if nothing is being read. */
  get reading(): Promise<void> | undefined {
    return this.#reading;
  }

  #read(lanes: readonly RunningLane[]): void {
    const before = this.#reading ?? Promise.resolve();
    const reading = before
      .then(() => this.#ground.store.read(this.#key))
      .then((kept) => {
        this.#take(kept, lanes);
        if (this.#reading === reading) this.#reading = undefined;
      });
    this.#reading = reading;
  }

  #take(kept: Awaited<ReturnType<RaceStore["read"]>>, lanes: readonly RunningLane[]): void {
    for (const lane of lanes) {
      const stored = kept.get(lane.name);
      if (stored === undefined || lane.state.steps > 0 || lane.isBusy) continue;
      lane.state = stored.state;
      lane.saved = stored.saved;
      lane.savedState = stored.state;
      lane.isStored = true;
      this.#changes++;
    }
  }

  /**
   * Sets the encodings, and the number of seeds: the seed of the settings, and the seeds that follow it. Lanes that are there
   * stay as they are, so that nobody trains a model twice; the others are stored, and go.
   */
  setLanes(encodings: readonly string[], seeds: number): void {
    const { seed } = this.#settings;
    const there = new Map(this.#all.map((lane) => [lane.name, lane]));
    const next = Array.from({ length: seeds }, (_, n) =>
      encodings.map(
        (encoding) =>
          there.get(`${encoding} ${seed + n}`) ?? new RunningLane(this.#settings, encoding, seed + n),
      ),
    );
    const before = this.#all;
    this.#settings = { ...this.#settings, encodings };
    this.#lanes = next[0] as RunningLane[];
    this.#repeats = next.slice(1).flat();
    const [added, gone] = [this.#all.filter(isNotIn(before)), before.filter(isNotIn(this.#all))];
    if (added.length + gone.length === 0) return;
    this.#changes++;
    for (const lane of gone) this.#leave(lane);
    this.#read(added);
  }

  /** Stores a lane, and lets it go. One that trains does so itself at the end of its slice. */
  #leave(lane: RunningLane): void {
    if (!lane.isBusy) void this.#keepIdle(lane).finally(() => lane.end());
  }

  /** Begins, or goes on. Lanes that an error has stopped start again. */
  train(): void {
    for (const lane of this.#all) lane.forgetFault();
    this.#isRunning = !this.isFinished;
    this.#changes++;
  }

  pause(): void {
    this.#isRunning = false;
    this.#changes++;
    for (const lane of this.#all) void this.#keepIdle(lane);
  }

  /** Stores a lane that has got further since it was stored. One that trains does so itself at the end of its slice. */
  async #keepIdle(lane: RunningLane): Promise<void> {
    if (lane.isBusy || lane.isStored || lane.runner === undefined || lane.fault !== undefined) return;
    await this.#keep(lane, await lane.runner);
  }

  /** Trains the lanes that are furthest behind. Resolves when one of them has got further. */
  async advance(): Promise<void> {
    await this.#reading;
    const first = this.#lanes.filter(({ isOver }) => !isOver);
    const next = (first.length > 0 ? first : this.#repeats)
      .filter(({ isOver, isBusy }) => !isOver && !isBusy)
      .sort((a, b) => a.state.steps - b.state.steps);
    // Until it is known where models run, one alone may do so: on the page's own thread two would take two slices of a frame.
    const most = this.#isHere === false ? this.#ground.most : 1;
    for (const lane of next.slice(0, Math.max(0, most - this.#slices.size))) {
      const slice = this.#advanceLane(lane).finally(() => this.#slices.delete(slice));
      this.#slices.add(slice);
    }
    if (this.#slices.size > 0) await Promise.race(this.#slices);
    if (this.isFinished) this.#isRunning = false;
  }

  async #advanceLane(lane: RunningLane): Promise<void> {
    lane.isBusy = true;
    try {
      const runner = await lane.run(this.#ground.start);
      this.#isHere = runner.isHere;
      lane.state = grown(lane.state, await runner.ask("advance", runner.slice));
      lane.isStored = false;
      const isDue = performance.now() - lane.storedAt > STORE_AFTER;
      const isLast = this.#isEnded || !this.#all.includes(lane);
      if (isDue || lane.isOver || isLast || !this.#isRunning) await this.#keep(lane, runner);
      if (isLast || (lane.isOver && lane.seed !== this.settings.seed)) lane.end();
    } catch (error) {
      lane.fault = error instanceof Error ? error.message : String(error);
      lane.canRetry = !(error instanceof RangeError);
      lane.end();
    } finally {
      lane.isBusy = false;
      this.#changes++;
    }
  }

  /** Stores a lane that does not train at the moment. */
  async #keep(lane: RunningLane, runner: LaneRunner): Promise<void> {
    lane.storedAt = performance.now();
    if (!this.#isKept) return;
    const { state } = lane;
    const saved = await runner.ask("save");
    if (lane.runner === undefined) return; // it was thrown away meanwhile
    lane.saved = saved;
    lane.savedState = state;
    lane.isStored = true;
    const written = this.#ground.store.write(this.#key, lane.name, { state, saved });
    await written.catch(() => {
      this.#isKept = false;
    });
  }

  /** Asks the model of a lane, which is started again if it was stored. */
  async ask<Name extends "evaluate" | "attention" | "probe" | "save">(
    { encoding, seed }: Pick<Lane, "encoding" | "seed">,
    name: Name,
    ...given: Parameters<LaneModel[Name]>
  ): Promise<Awaited<ReturnType<LaneModel[Name]>>> {
    const lane = this.#all.find((own) => own.encoding === encoding && own.seed === seed);
    if (lane === undefined) throw new Error(`Unknown lane: ${encoding}, seed ${seed}.`);
    const runner = await lane.run(this.#ground.start);
    return runner.ask(name, ...given);
  }

  /** Lets all models go, and what is stored of them. The lanes are as before the first step. */
  async throwAway(): Promise<void> {
    const seeds = this.#all.length / this.#lanes.length;
    for (const lane of this.#all) lane.end();
    this.#isRunning = false;
    this.#slices.clear();
    this.#reading = this.#ground.store.remove(this.#key);
    [this.#lanes, this.#repeats] = [[], []];
    this.setLanes(this.#settings.encodings, seeds);
    await this.#reading;
  }

  /** Stores all models, and lets them go. */
  end(): void {
    this.#isEnded = true;
    this.#isRunning = false;
    for (const lane of this.#all) this.#leave(lane);
  }
}

/** What the lanes of a race have in common. */
const keyOf = (settings: RaceSettings): string => JSON.stringify({ ...settings, encodings: undefined });

const isNotIn = (lanes: readonly RunningLane[]) => (lane: RunningLane) => !lanes.includes(lane);
