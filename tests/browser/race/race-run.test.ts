import { type Lab, load } from "posenc/lab";
import { expect, test } from "vitest";
import { LaneModel } from "../../../web/elements/race/lane-model.ts";
import type { StartLane } from "../../../web/elements/race/lane-runner.ts";
import { looksOf } from "../../../web/elements/race/race-curves.ts";
import type { KeptLane, RaceStore } from "../../../web/elements/race/race-lane.ts";
import { type Ground, Race } from "../../../web/elements/race/race-run.ts";
import {
  encodingOf,
  type RaceSettings,
  readEncodings,
  testLengths,
  titleOf,
} from "../../../web/elements/race/race-settings.ts";

/** The race under the figure, without a page: however it is scheduled, stopped and stored, it has the bits of posenc/lab. */

const lab = await load();

const settings: RaceSettings = {
  ...{ encodings: ["none", "rope"], task: "reverse", steps: 12, seed: 3 },
  ...{ dModel: 16, layers: 1, heads: 2, batch: 4, rate: 0.003 },
};

test("an encoding has the same look in every race, and no two lanes of a race look alike", () => {
  const six = looksOf(["rope", "alibi", "none", "rope?start=2", "kerple", "sinusoidal"]);
  expect(new Set(six.map((look) => JSON.stringify(look))).size).toBe(6);
  const [alibi, rope] = looksOf(["alibi", "rope"]);
  expect(rope).toEqual(six[0]);
  expect(alibi).toEqual(six[1]);
  expect(six[3]?.colour).toBe(rope?.colour); // it is rotary, too
});

/** A store that keeps copies, as a browser does. */
function memory() {
  const kept = new Map<string, Map<string, KeptLane>>();
  const store: RaceStore = {
    read: async (race) => structuredClone(kept.get(race) ?? new Map()),
    async write(race, lane, value) {
      kept.set(race, (kept.get(race) ?? new Map()).set(lane, structuredClone(value)));
    },
    async remove(race) {
      kept.delete(race);
    },
  };
  return { kept, store };
}

/** @param slice milliseconds; 0 for one step or one test of a length at a time */
const startIn =
  (slice: number, isHere: boolean, from: Lab = lab): StartLane =>
  async (plan, begun) => {
    const model = new LaneModel(from, plan, begun);
    const ask = async (name: string, ...given: unknown[]) =>
      (model as unknown as Record<string, (...given: unknown[]) => unknown>)[name]?.(...given);
    return { slice, isHere, ask: ask as never, end: () => {} };
  };

const groundWith = (given: Partial<Ground> = {}): Ground => ({
  start: startIn(0, true),
  most: 1,
  store: memory().store,
  ...given,
});

async function finish(race: Race): Promise<void> {
  race.train();
  while (race.isRunning) await race.advance();
}

const resultsOf = ({ lanes }: Race) =>
  lanes.map(({ state }) => ({ losses: [...state.losses], tests: state.tests, final: state.final }));

/** The same by the functions of posenc/lab alone. */
function expected(race: Race) {
  return race.lanes.map(({ encoding, plan }) => {
    const model = lab.start({
      ...{
        encoding: encodingOf(encoding),
        task: settings.task,
        seed: settings.seed,
        batch: settings.batch,
      },
      model: { width: settings.dModel, layers: settings.layers, heads: settings.heads },
      optimiser: { rate: settings.rate, warmup: 3, steps: 12, end: 0.02 },
    });
    const losses: number[] = [];
    const tests: number[][] = [];
    for (let step = 1; step <= settings.steps; step++) {
      losses.push(model.step().loss);
      if (step % plan.interval !== 0 && step < settings.steps) continue;
      const lengths = testLengths(settings.task);
      tests.push(model.evaluate({ lengths: [...lengths], count: 16 }).map(({ accuracy }) => accuracy));
    }
    const final = model.evaluate({ lengths: [6, 12, 24, 48], count: 64 }).map(({ accuracy }) => accuracy);
    return { losses, tests, final };
  });
}

test.each([
  ["in small slices", groundWith()],
  ["in long slices, two at a time", groundWith({ start: startIn(50, false), most: 2 })],
])("a race %s has the bits of posenc/lab", async (_, ground) => {
  const race = new Race(settings, ground);
  await finish(race);
  expect(race.isFinished).toBe(true);
  expect(resultsOf(race)).toEqual(expected(race));
});

test("a paused race is stored, and goes on with the same bits on another page", async () => {
  const { store } = memory();
  const first = new Race(settings, groundWith({ store }));
  first.train();
  for (let slice = 0; slice < 15; slice++) await first.advance();
  first.pause();
  const steps = first.lanes.map(({ state }) => state.steps);
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(Math.max(...steps)).toBeLessThan(settings.steps);
  first.end();
  await new Promise((done) => setTimeout(done));
  const second = new Race(settings, groundWith({ store }));
  await second.reading;
  expect(second.isRunning).toBe(false);
  expect(second.lanes.map(({ state }) => state.steps)).toEqual(steps);
  await finish(second);
  expect(resultsOf(second)).toEqual(expected(second));
  await second.throwAway();
  const third = new Race(settings, groundWith({ store }));
  await third.reading;
  expect(third.isBegun).toBe(false);
});

test("further seeds have results of their own, and are the same as a race of that seed", async () => {
  const race = new Race(settings, groundWith());
  race.setLanes(settings.encodings, 2);
  await finish(race);
  const other = new Race({ ...settings, seed: 4 }, groundWith());
  await finish(other);
  expect(race.repeats.map(({ state }) => state.final)).toEqual(other.lanes.map(({ state }) => state.final));
  expect(race.repeats.map(({ state }) => state.final)).not.toEqual(
    race.lanes.map(({ state }) => state.final),
  );
});

test("an encoding more leaves trained lanes as they are, and one less is stored and comes back trained", async () => {
  let started = 0;
  const start: StartLane = (plan, begun) => {
    started++;
    return startIn(0, true)(plan, begun);
  };
  const race = new Race(settings, groundWith({ start }));
  await finish(race);
  const before = resultsOf(race);
  race.setLanes(["none", "rope", "alibi"], 1);
  expect(resultsOf(race).slice(0, 2)).toEqual(before);
  expect([race.isBegun, race.isFinished]).toEqual([true, false]);
  await finish(race);
  expect(started).toBe(3);
  expect(resultsOf(race).slice(0, 2)).toEqual(before);
  expect(resultsOf(race)).toEqual(expected(race));
  race.setLanes(["rope"], 1);
  expect(resultsOf(race)).toEqual(before.slice(1));
  race.setLanes(["none", "rope"], 1);
  await race.reading;
  expect(resultsOf(race)).toEqual(before);
  expect(started).toBe(3);
});

test("a lane that goes while it trains is stored as far as it is", async () => {
  const race = new Race(settings, groundWith());
  race.train();
  for (let slice = 0; slice < 5; slice++) await race.advance();
  const slice = race.advance(); // none is at work
  const { steps } = race.lanes[0]!.state;
  race.setLanes(["rope"], 1);
  await slice;
  race.setLanes(["none", "rope"], 1);
  await race.reading;
  expect(race.lanes[0]?.state.steps).toBeGreaterThanOrEqual(steps);
  await finish(race);
  expect(resultsOf(race)).toEqual(expected(race));
});

test("a model that diverges stops at its last finite state, and the others go on", async () => {
  const diverging: Lab = {
    ...lab,
    start(options) {
      const model = lab.start(options);
      if (options.encoding !== "rope") return model;
      const step = (n = 1) => {
        if (model.steps < 5) return model.step(n);
        throw Object.assign(new Error("the gradient is not finite"), { code: "diverged" });
      };
      return {
        ...model,
        step,
        get steps() {
          return model.steps;
        },
      };
    },
  };
  const race = new Race(settings, groundWith({ start: startIn(0, true, diverging) }));
  await finish(race);
  const [none, rope] = race.lanes;
  expect(none?.state.steps).toBe(12);
  expect(rope?.state.steps).toBe(5);
  expect(rope?.state.failure).toContain("the gradient of step 6");
  const model = lab.start(rope!.plan.start);
  model.step(5);
  const lengths = [...rope!.plan.finalLengths];
  expect(rope?.state.final).toEqual(model.evaluate({ lengths, count: 64 }).map(({ accuracy }) => accuracy));
});

test("encodings with fields are those of posenc/lab", async () => {
  const scaled = "rope?scaling=yarn&scaling.factor=4&scaling.truncate=false&queryScale.beta=0.5&start=2";
  const divided =
    "rope?scaling=longrope&scaling.factor=2&scaling.shortFactor=1,2,3,4&scaling.longFactor=1,2,3,9";
  expect([encodingOf("rope"), encodingOf(scaled), encodingOf(divided)]).toEqual([
    "rope",
    {
      method: "rope",
      scaling: { type: "yarn", factor: 4, truncate: false },
      queryScale: { beta: 0.5 },
      start: 2,
    },
    {
      method: "rope",
      scaling: { type: "longrope", factor: 2, shortFactor: [1, 2, 3, 4], longFactor: [1, 2, 3, 9] },
    },
  ]);
  expect(titleOf("rope?start=2&scaling=yarn")).toBe("RoPE (start 2, scaling yarn)");
  const encodings = ["rope", scaled, "rope?base=1"];
  const race = new Race({ ...settings, encodings }, groundWith());
  await finish(race);
  expect(race.lanes.map(({ fault }) => fault)).toEqual([
    undefined,
    undefined,
    "base must be a number from 1.5 to 1000000000; got 1",
  ]);
  expect(resultsOf(race).slice(0, 2)).toEqual(
    expected(new Race({ ...settings, encodings: encodings.slice(0, 2) }, groundWith())),
  );
});

test("an error stops its lane alone, and a store that refuses stops none", async () => {
  const start: StartLane = (plan, begun) =>
    plan.start.encoding === "rope" ? Promise.reject(new Error("no memory")) : startIn(0, true)(plan, begun);
  const store = { ...memory().store, write: () => Promise.reject(new Error("refused")) };
  const race = new Race(settings, groundWith({ start, store }));
  await finish(race);
  expect(race.lanes.map(({ fault }) => fault)).toEqual([undefined, "no memory"]);
  expect(race.lanes[0]?.state.final).toHaveLength(4);
  expect(race.isKept).toBe(false);
});

test("encodings are read from a text, and others are refused", () => {
  expect(readEncodings(" rope, none rope")).toEqual(["rope", "none"]);
  expect(readEncodings("rope rope?start=3,fox")).toEqual(["rope", "rope?start=3,fox"]);
  for (const text of ["", "rope sines", "toString", "sines?start=3", "?start=3"])
    expect(() => readEncodings(text)).toThrow(expect.objectContaining({ code: "range", param: "encodings" }));
});

test("a lane that an error stops counts as stopped, goes on from what is stored, and has the same bits in the end", async () => {
  let answers = 3;
  const start: StartLane = async (plan, begun) => {
    const runner = await startIn(0, true)(plan, begun);
    const ask = async (name: string, ...given: unknown[]) => {
      if (answers === 0) throw new Error("The module was not found.");
      answers--;
      return (runner.ask as (name: string, ...given: unknown[]) => Promise<unknown>)(name, ...given);
    };
    return { ...runner, ask: ask as never };
  };
  const race = new Race(settings, groundWith({ start }));
  await finish(race);
  expect([race.isFinished, race.isStopped]).toEqual([true, true]);
  expect(race.lanes.map(({ fault }) => fault)).toContain("The module was not found.");
  answers = Number.POSITIVE_INFINITY;
  await finish(race);
  expect([race.isFinished, race.isStopped]).toEqual([true, false]);
  const whole = new Race(settings, groundWith());
  await finish(whole);
  expect(resultsOf(race)).toEqual(resultsOf(whole));
});
