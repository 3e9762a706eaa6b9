/** `posenc` in a terminal: finds the command, reads its options, and reports errors in one line. */

import { realpathSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hint } from "../api/arguments/hints.ts";
import { printable } from "../api/arguments/printable.ts";
import { version } from "../entries/full.node.ts";
import type { Answers } from "./answers.ts";
import { type Command, exit, type Given, type OptionDoc, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { type Streams, Terminal } from "./terminal.ts";

/** Options of every command. */
const shared: Readonly<Record<string, OptionDoc>> = {
  json: { type: "boolean", doc: "print JSON, with stable fields" },
  help: { type: "boolean", short: "h", doc: "print this help" },
};

const width = 26;

function helpOf(command: Command, terminal: Terminal): string {
  const bold = (text: string) => terminal.paint("bold", text);
  const options = Object.entries({ ...command.options, ...shared }).map(([name, { short, value, doc }]) => {
    const flag = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : `=${value}`}`;
    return `  ${flag.padEnd(width)} ${doc}`;
  });
  return [
    `${bold(`posenc ${command.name}`)} ${command.usage}`,
    "",
    `${command.summary}.`,
    ...(command.more ?? []),
    "",
    bold("options"),
    ...options,
    "",
    bold("examples"),
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

function overview(commands: readonly Command[], terminal: Terminal): string {
  const bold = (text: string) => terminal.paint("bold", text);
  return [
    `${bold("posenc")} <command> [options]`,
    "",
    "Shows and computes what transformers do with positions. Nothing leaves this machine.",
    "",
    bold("commands"),
    ...commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`),
    "",
    "posenc <command> --help has the options and examples of each. The file name - means standard input.",
    "",
    bold("exit codes"),
    "  0  done, or the same",
    "  1  differs",
    "  2  the call, the file, or a field about positions was not understood",
    "",
  ].join("\n");
}

/**
 * Runs a command.
 * @param words The arguments after `posenc`.
 * @param streams Input, output and errors.
 * @returns The exit code.
 */
export async function main(words: readonly string[], streams: Streams): Promise<number> {
  const terminal = new Terminal(streams);
  const [first = "--help", ...rest] = words;
  if (first === "--version" || first === "-v") {
    await terminal.line(version);
    return exit.done;
  }
  const isHelp = ["--help", "-h", "help"].includes(first);
  if (isHelp && rest.length === 0) {
    await terminal.lines(overview(commands, terminal));
    return exit.done;
  }
  const wanted = isHelp ? rest[0]! : first;
  const command = commands.find(({ name }) => name === wanted);
  try {
    if (command === undefined) throw new UsageError(unknownCommand(wanted));
    return await runCommand(command, isHelp ? ["--help"] : rest, terminal);
  } catch (error) {
    return await fail(error, command, words, terminal);
  }
}

function unknownCommand(name: string): string {
  const names = commands.map((command) => command.name);
  return `unknown command ${JSON.stringify(name.slice(0, 40))}${hint(name, names) || `; allowed are ${names.join(", ")}`}`;
}

async function runCommand(command: Command, words: readonly string[], terminal: Terminal): Promise<number> {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...shared }).map(([name, { type, short }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }) },
    ]),
  );
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  if (values.help === true) {
    await terminal.lines(helpOf(command, terminal));
    return exit.done;
  }
  const given: Given = {
    files: positionals,
    text: (name) => (typeof values[name] === "string" ? values[name] : undefined),
    flag: (name) => values[name] === true,
  };
  try {
    return await command.run(given, terminal);
  } finally {
    terminal.endProgress();
  }
}

/** Errors of a file or a call get a sentence; others are bugs of posenc. */
async function fail(
  error: unknown,
  command: Command | undefined,
  words: readonly string[],
  terminal: Terminal,
) {
  const { code, message } = error as { code?: unknown; message: string };
  const isUsage = error instanceof UsageError || `${code}`.startsWith("ERR_PARSE_ARGS");
  const sentence = sentenceOf(error);
  const help = `posenc ${command === undefined ? "" : `${command.name} `}--help`;
  terminal.complain(isUsage ? `${sentence} (see ${help})` : sentence);
  if (words.includes("--json")) {
    const { param } = error as { param?: string };
    await terminal.json({
      error: { code: isUsage ? "usage" : `${code ?? "internal"}`, param: param ?? null, message },
    } satisfies Answers["error"]);
  }
  return exit.notUnderstood;
}

const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: "there is no file",
  EACCES: "there is no permission for",
  EPERM: "there is no permission for",
  EISDIR: "this is a folder, not a file:",
  ENOTDIR: "this is not a folder:",
  ENOSPC: "the disk is full:",
  EROFS: "this cannot be written:",
  ELOOP: "the links go round in a circle:",
  ENAMETOOLONG: "the name is too long:",
  EEXIST: "there is a file already:",
  EMFILE: "too many files are open:",
  EBUSY: "the file is in use:",
  ETXTBSY: "the file is in use:",
  EFBIG: "the file is too large for the disk:",
  EDQUOT: "the quota of the disk is used up:",
  EIO: "the disk has a fault:",
  ENXIO: "there is no device:",
  EPIPE: "the reader has gone:",
};

/** What Node makes of bytes in a name that are not UTF-8. It cannot open such a file. */
const noText = "\ufffd";

function sentenceOf(error: unknown): string {
  const { code, path, message, stack, syscall } = error as NodeJS.ErrnoException;
  const known = Object.hasOwn(systemErrors, code ?? "") ? systemErrors[code!] : undefined;
  if (code === "ENOENT" && path?.includes(noText))
    return `${path} is not UTF-8 or is not there: rename the file, or give it by the standard input, as posenc … - < FILE`;
  if (known !== undefined) return `${known} ${path ?? ""}`.trim();
  if (syscall !== undefined) return `${code ?? message} ${path ?? ""}`.trim();
  const isOurs = error instanceof UsageError || code !== undefined;
  return isOurs
    ? message.split(/\n|\. To specify/)[0]!.replace(/\.$/, "")
    : `this is a bug in posenc: ${stack}`;
}

/** Whether this file was started rather than imported. npm starts it through a link. */
function isStarted(): boolean {
  const script = process.argv[1];
  try {
    return script !== undefined && realpathSync(script) === realpathSync(fileURLToPath(import.meta.url));
  } catch {
    return false;
  }
}

if (isStarted()) {
  const { stdin: input, stdout: output, stderr: errors, env: environment } = process;
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exit.done); // a reader such as head may close the pipe early
    error.path ??= "the standard output";
    errors.write(`posenc: ${printable(sentenceOf(error))}\n`);
    process.exit(exit.notUnderstood);
  });
  void main(process.argv.slice(2), { input, output, errors, environment }).then((code) => {
    process.exitCode = code;
  });
}
