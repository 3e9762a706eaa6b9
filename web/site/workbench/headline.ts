import { type Comparison, type EngineColumn, engines } from "posenc/engines";

/** What the engines of today do with a config, in a sentence or two; versions before a change are in the list below it. */

/** Engines before a change are named after a commit. */
const isCurrent = ({ engine }: EngineColumn): boolean => !engine.includes("@");

const titleOf = (name: string): string => engines().find((each) => each.name === name)?.title ?? name;

function listed(names: readonly string[]): string {
  const all = names.map(titleOf);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** Engines by the worst of their answers for all kinds of layers. */
function sorted({ layers }: Comparison) {
  const columns = layers.flatMap((layer) => layer.engines.filter(isCurrent));
  const names = [...new Set(columns.map(({ engine }) => engine))];
  const any = (name: string, is: (column: EngineColumn) => boolean) =>
    columns.some((column) => column.engine === name && is(column));
  const differing = names.filter((name) => any(name, ({ differs }) => differs));
  const serving = names.filter((name) => !differing.includes(name) && any(name, ({ serves }) => serves));
  const unknown = serving.filter((name) => any(name, ({ known }) => !known));
  return { differing, unknown, same: serving.filter((name) => !unknown.includes(name)), columns };
}

const verb = (names: readonly string[], one: string, many: string) => (names.length === 1 ? one : many);

export function headline(comparison: Comparison): string {
  const { differing, unknown, same, columns } = sorted(comparison);
  if (columns.length === 0) return comparison.verdict;
  const first = columns.find(({ differs }) => differs);
  const reason =
    first === undefined ? [] : [`${first.verdict.split("; not known:")[0]?.replace(/\.$/, "")}.`];
  const agree =
    same.length === 0
      ? "No engine is known in full to compute the same rotation"
      : `${listed(same)} ${verb(same, "computes", "compute")} the same rotation, up to rounding`;
  const other =
    differing.length === 0
      ? []
      : [`${listed(differing)} ${verb(differing, "computes", "compute")} something else.`];
  const open =
    unknown.length === 0
      ? []
      : [`Not known in full: ${listed(unknown)}, whose source for this type was not read.`];
  return [...other, `${agree}.`, ...reason, ...open].join(" ");
}
