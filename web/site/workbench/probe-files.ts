/** Probes in the worker: makes their files, and reads an engine's answers beside the plan. */
import { makeProbe, type ProbeAnswers, type ProbeOptions, type ProbePlan, readProbe } from "posenc/probe";
import { counted } from "../../../src/api/arguments/counted.ts";
import { wantedOf } from "../probe/wanted.ts";
import type { AnswersResult } from "./job.ts";
import { zipOf } from "./write-zip.ts";

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
