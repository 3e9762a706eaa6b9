/** One line that says how far a long run is: in place on a terminal, else a new one for each tenth. */
export class Progress {
  #total;
  #before;
  #start = performance.now();
  #tenths = 0;

  /** @param {number} total of entries @param {number} before those of earlier runs */
  constructor(total, before) {
    this.#total = total;
    this.#before = before;
  }

  /** @param {number} entries done, with those of earlier runs @param {number} faults */
  show(entries, faults) {
    const share = entries / this.#total;
    const seconds = (performance.now() - this.#start) / 1000;
    const speed = (entries - this.#before) / seconds;
    const text = `  ${(100 * share).toFixed(1)} %, ${(speed / 1e6).toFixed(0)} million entries a second, \
${time((this.#total - entries) / speed)} left, ${faults} faults`;
    if (process.stdout.isTTY) process.stdout.write(`\r${text.padEnd(78)}`);
    else if (Math.floor(share * 10) > this.#tenths) console.log(text);
    this.#tenths = Math.floor(share * 10);
  }

  end() {
    if (process.stdout.isTTY) process.stdout.write("\n");
  }
}

/** @param {number} seconds */
function time(seconds) {
  if (!Number.isFinite(seconds)) return "?";
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
