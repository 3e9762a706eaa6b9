/** The text of `--help`. */
import type { Command, OptionDoc } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Options of every command. */
export const shared: Readonly<Record<string, OptionDoc>> = {
  json: { type: "boolean", doc: "print JSON, with stable fields" },
  help: { type: "boolean", short: "h", doc: "print this help" },
};

const width = 26;

export function helpOf(command: Command, terminal: Terminal): string {
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

export function overview(commands: readonly Command[], terminal: Terminal): string {
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
