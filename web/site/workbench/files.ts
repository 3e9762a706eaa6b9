/** Files that are dropped together: the two halves of a cache, vectors before and after, numbers and what they should be. */
import { type FileNumbersOptions, numbersOfTwo, type ToDiagnose } from "posenc/diagnose";
import type { ReadFile } from "posenc/files";
import { makeProbe, type ProbeAnswers, type ProbeOptions, type ProbePlan, readProbe } from "posenc/probe";
import { counted } from "../../../src/api/arguments/counted.ts";
import { wantedOf } from "../probe/wanted.ts";
import type { AnswersResult } from "./job.ts";

export interface NamedFile {
  readonly name: string;
  readonly read: ReadFile;
}

export interface Together {
  readonly what: string;
  readonly numbers: ToDiagnose;
  /** What the other file says they should be. */
  readonly expected?: string | ToDiagnose;
}

/** The numbers of two files. Throws if there are more, or if neither has numbers. */
export async function together(files: readonly NamedFile[], as: FileNumbersOptions["as"]): Promise<Together> {
  const [first, second] = files;
  if (!first || !second || files.length > 2)
    throw new Error(
      `${files.length} files were dropped; the workbench looks at one, or at two that belong together`,
    );
  const both = [first, second].map(({ name, read }) => ({ name, file: read })) as [Named, Named];
  const { numbers, expected, order } = await numbersOfTwo(both, as === undefined ? {} : { as });
  const [one, other] = order;
  return expected === undefined
    ? { what: `${one.name} and ${other.name}, taken together`, numbers }
    : { what: `${one.name}, expected as in ${other.name}`, numbers, expected };
}

type Named = Parameters<typeof numbersOfTwo>[0][number];

/** What two configs say of positions: the sentences that only one of them has. */
export function configsCompared(
  [a, b]: readonly [NamedFile, NamedFile],
  [ofA, ofB]: readonly [readonly string[], readonly string[]],
): { readonly verdict: string; readonly recipe: readonly string[] } {
  const only = (name: string, own: readonly string[], other: readonly string[]) =>
    own.filter((sentence) => !other.includes(sentence)).map((sentence) => `Only ${name}: ${sentence}`);
  const [first, second] =
    a.name === b.name ? [`the first ${a.name}`, `the second ${b.name}`] : [a.name, b.name];
  const differences = [...only(first, ofA, ofB), ...only(second, ofB, ofA)];
  return differences.length === 0
    ? { verdict: `${first} and ${second} say the same of positions.`, recipe: ofA }
    : { verdict: `${first} and ${second} differ in what they say of positions.`, recipe: differences };
}

// Probes in the worker: makes their files, and reads an engine's answers beside the plan.

/** A probe of a config, its files in one archive. */
export async function probeArchive(config: string, options: ProbeOptions) {
  const { plan, files } = makeProbe(config, options);
  return { plan, files: Object.keys(files), content: await zipOf(files) };
}

/** Answers to 8192 tokens have some 200 MB as JSON. */
const mostAnswers = 2 ** 29;

interface Part {
  readonly name: string;
  readonly is: "answers" | "plan";
  readonly text: string;
}

/**
 * What the answers among some files show; undefined if the files are of other kinds.
 * @param made the plan of the probe that was made last on this page
 */
export async function answersIn(
  files: readonly File[],
  made: ProbePlan | undefined,
): Promise<AnswersResult | undefined> {
  const parts = (await Promise.all(files.map(partOf))).filter((part) => part !== undefined);
  const answers = parts.find(({ is }) => is === "answers");
  const plan = parts.find(({ is }) => is === "plan");
  if (answers === undefined) {
    if (plan === undefined) return undefined;
    throw new Error("this is the plan of a probe: drop it together with the engine's answers");
  }
  if (files.length > (plan === undefined ? 1 : 2))
    throw new Error(
      "answers to a probe are read alone, or with the probe.json of that probe: drop no other files",
    );
  const own = plan === undefined ? made : (jsonOf(plan) as ProbePlan);
  if (own === undefined)
    throw new Error("these are answers to a probe: drop them together with the probe.json of that probe");
  const given = jsonOf(answers) as ProbeAnswers | ProbeAnswers[];
  const result = readProbe(own, given);
  const { wanted } = wantedOf(own, "transformers");
  const prompts = counted(own.prompts?.length ?? 1, "prompt");
  const from = plan === undefined ? "the probe that was made on this page" : plan.name;
  const what = `${answers.name}: ${prompts} of ${own.prompt.length} tokens, read with ${from}`;
  return { kind: "answers", what, facts: { plan: own, result, wanted } };
}

/** Whether a file has answers or a plan. A text that is pasted has no name. */
async function partOf(file: File): Promise<Part | undefined> {
  const start = await file.slice(0, 256).text();
  if (!/^\s*(\[\s*)?\{/.test(start)) return undefined;
  if (file.size > mostAnswers) throw new Error("the file has more than 512 MiB, which no answers have");
  const text = await file.text();
  if (text.includes('"logprobs"')) return { name: file.name || "the field", is: "answers", text };
  const isPlan = text.includes('"modelType"') && text.includes('"prompt"');
  return isPlan ? { name: file.name || "the field", is: "plan", text } : undefined;
}

function jsonOf({ name, text }: Part): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the text of ${name} is not whole JSON: it may be cut`);
  }
}

/** Writes .zip files with compressed entries. Source: PKWARE, APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */

type Bytes = Uint8Array<ArrayBuffer>;

/** Numbers of 2 and 4 bytes, little-endian. */
function packed(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Bytes {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

const deflated = 8;
const version = 20;
/** 1 January 1980, the first day that the format has. */
const date = 33;
/** Bytes of a gzip file before the compressed ones, and after them: there are its check sum and the size of its contents. */
const [gzipHead, gzipTail] = [10, 8];

/** A file of these entries, in their order. */
async function zipOf(entries: Readonly<Record<string, Uint8Array>>): Promise<Blob> {
  const [files, directory]: [Bytes[], Bytes[]] = [[], []];
  const sizeOf = (parts: readonly Bytes[]) => parts.reduce((sum, { length }) => sum + length, 0);
  for (const [name, bytes] of Object.entries(entries)) {
    const stream = new Blob([bytes as Bytes]).stream().pipeThrough(new CompressionStream("gzip"));
    const gzip = new Uint8Array(await new Response(stream).arrayBuffer());
    const checkSum = new DataView(gzip.buffer).getUint32(gzip.length - gzipTail, true);
    const contents = gzip.subarray(gzipHead, -gzipTail);
    const title = new TextEncoder().encode(name) as Bytes;
    const facts = packed(
      ...([version, 0, deflated, 0, date] as const).map((value) => [2, value] as const),
      ...([checkSum, contents.length, bytes.length] as const).map((value) => [4, value] as const),
      ...([title.length, 0] as const).map((value) => [2, value] as const),
    );
    const at = packed([2, 0], [2, 0], [2, 0], [4, 0], [4, sizeOf(files)]);
    files.push(packed([4, 0x04034b50]), facts, title, contents);
    directory.push(packed([4, 0x02014b50], [2, version]), facts, at, title);
  }
  const count = Object.keys(entries).length;
  const sizes = [sizeOf(directory), sizeOf(files)] as const;
  const end = packed(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, sizes[0]],
    [4, sizes[1]],
    [2, 0],
  );
  return new Blob([...files, ...directory, end], { type: "application/zip" });
}
