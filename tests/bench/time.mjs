const ROUNDS = 15;
const SLICE = 20; // ms a round at least, so that the clock's grain does not show

/** @typedef {{ best: number, median: number }} Times in ms, of one call, as other work on the machine only ever adds */

/** @param {() => unknown} work @returns {Times} */
export const time = (work) => /** @type {Times} */ (timeInTurn([work])[0]);

/** Each round has all works, so that a slow moment of the machine is none of a single work. @param {(() => unknown)[]} works */
export function timeInTurn(works) {
  const each = works.map((work) => {
    work(); // compiles, and touches the memory
    const begin = performance.now();
    work();
    const calls = Math.max(1, Math.ceil(SLICE / Math.max(performance.now() - begin, 0.001)));
    return { work, calls, times: /** @type {number[]} */ ([]) };
  });
  for (let round = 0; round < ROUNDS; round++)
    for (const { work, calls, times } of each) {
      const start = performance.now();
      for (let i = 0; i < calls; i++) work();
      times.push((performance.now() - start) / calls);
    }
  return each.map(({ times }) => {
    const sorted = times.sort((a, b) => a - b);
    return { best: sorted[0] ?? Number.NaN, median: sorted[ROUNDS >> 1] ?? Number.NaN };
  });
}
