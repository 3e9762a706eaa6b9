/** What a proof has done: a journal of a line for each stretch, so that the next run goes on, and a summary at the end. */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../tools/process.mjs";
import { contentKey } from "../../tools/stamps.mjs";

const SOURCES = ["src/kernels", "tests/proof", "CMakeLists.txt"];

/** @typedef {{ spec: string, from: number, to: number, callRows: number }} Subject */

/**
 * The record of a subject. One by other sources, or of other rows, is another.
 * @param {Subject} subject @param {number} stretches @param {boolean} again
 */
export function openRecord(subject, stretches, again) {
  const sources = contentKey(SOURCES);
  const key = createHash("sha256").update(JSON.stringify({ subject, sources })).digest("hex").slice(0, 16);
  const folder = join(ROOT, "build/proof", key);
  if (again) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return new ProofRecord(subject, stretches, sources, folder);
}

class ProofRecord {
  /** @type {Map<number, { entries: number, alone: number, hash: string }>} */
  #done = new Map();
  #stretches;
  #subject;
  #sources;
  #journal;
  #milliseconds = 0;
  #since = performance.now();
  /** One line for each: position, channel, entry, what it should be. @type {string[]} */
  faults = [];
  entries = 0;
  summaryFile;

  /** @param {Subject} subject @param {number} stretches @param {string} sources @param {string} folder */
  constructor(subject, stretches, sources, folder) {
    this.#subject = subject;
    this.#stretches = stretches;
    this.#sources = sources;
    this.#journal = join(folder, "journal.txt");
    this.summaryFile = join(folder, "summary.json");
    if (!existsSync(this.#journal)) return;
    for (const line of readFileSync(this.#journal, "utf8").split("\n")) this.#read(line);
  }

  /** Of the program's output, or of the journal, which adds the time that the line took. @param {string} line */
  #read(line) {
    const [kind, ...fields] = line.split(" ");
    const fault = kind === "fault" ? fields.join(" ") : "";
    if (fault !== "" && !this.faults.includes(fault)) this.faults.push(fault); // a stretch cut short is done twice
    if (kind !== "stretch" || fields.length < 4) return; // a line cut short is one not done
    const [index, entries, alone] = fields.slice(0, 3).map(Number);
    this.#done.set(Number(index), { entries: Number(entries), alone: Number(alone), hash: fields[3] ?? "" });
    this.entries += Number(entries);
    this.#milliseconds += Number(fields[4] ?? 0);
  }

  /** @param {string} line */
  add(line) {
    if (!/^(fault|stretch) /.test(line)) return;
    const now = performance.now();
    const timed = line.startsWith("stretch") ? `${line} ${Math.round(now - this.#since)}` : line;
    if (timed !== line) this.#since = now;
    appendFileSync(this.#journal, `${timed}\n`);
    this.#read(timed);
  }

  isComplete() {
    return this.#done.size === this.#stretches;
  }

  /** The stretches that are done, as "0-17,19". */
  doneList() {
    /** @type {[number, number][]} */
    const runs = [];
    for (const index of [...this.#done.keys()].sort((a, b) => a - b)) {
      const last = runs.at(-1);
      if (last !== undefined && last[1] === index - 1) last[1] = index;
      else runs.push([index, index]);
    }
    return runs.map(([from, to]) => `${from}-${to}`).join();
  }

  /** Writes the summary. @param {number} threads */
  summarise(threads) {
    const inOrder = [...this.#done].sort(([a], [b]) => a - b).map(([, stretch]) => stretch);
    const hash = createHash("sha256").update(inOrder.map((stretch) => stretch.hash).join());
    const summary = {
      ...this.#subject,
      entries: this.entries,
      computedAlone: inOrder.reduce((sum, { alone }) => sum + alone, 0),
      faults: this.faults,
      hash: hash.digest("hex").slice(0, 16),
      seconds: Math.round(this.#milliseconds / 1000),
      threads,
      date: new Date().toISOString().slice(0, 10),
      processor: cpus()[0]?.model ?? "unknown",
      sources: this.#sources,
    };
    writeFileSync(this.summaryFile, `${JSON.stringify(summary, null, 2)}\n`);
    return summary;
  }
}
