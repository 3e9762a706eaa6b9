const ROUNDS = 15;
const SLICE = 20; // ms a round at least, so that the clock's grain does not show

/** The best and the median of one call, in ms, as other work on the machine only ever adds. @param {() => void} work */
export function time(work) {
  work(); // compiles, and touches the memory
  const begin = performance.now();
  work();
  const calls = Math.max(1, Math.ceil(SLICE / Math.max(performance.now() - begin, 0.001)));
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    for (let i = 0; i < calls; i++) work();
    return (performance.now() - start) / calls;
  }).sort((a, b) => a - b);
  return { best: times[0] ?? Number.NaN, median: times[ROUNDS >> 1] ?? Number.NaN };
}
