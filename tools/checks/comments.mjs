/** Every public name says what it is: the reference for readers is made of these comments. */
import { readApi } from "../build/reference/api.mjs";

/** Functions that take nothing, and so have nothing to refuse. */
const takesNothing = (/** @type {import("../build/reference/api.mjs").Named} */ { params }) =>
  params.length === 0;

/**
 * @param {import("../build/reference/api.mjs").Named} named
 * @returns {string[]} what its comment lacks
 */
export function lacksOf(named) {
  const { kind, params, members, comment } = named;
  const lacks = [
    ...(comment.text === "" ? ["a summary"] : []),
    ...members.filter((member) => member.comment.text === "").map(({ name }) => `a comment on ${name}`),
  ];
  if (kind !== "function" && kind !== "method") return lacks;
  const described = new Set(comment.params.filter(({ text }) => text !== "").map(({ name }) => name));
  return [
    ...lacks,
    ...params.filter(({ name }) => !described.has(name)).map(({ name }) => `@param ${name}`),
    ...params.flatMap(({ members }) =>
      members
        .filter((member) => member.comment.text === "")
        .map(({ name }) => `a comment on the option ${name}`),
    ),
    ...(comment.returns === "" ? ["@returns"] : []),
    ...(comment.throws === "" && !takesNothing(named) ? ["@throws"] : []),
    ...(comment.examples.length === 0 ? ["@example"] : []),
  ];
}

/**
 * @param {import("../build/reference/methods.mjs").Row} row
 * @returns {string[]} the names of fields without a comment
 */
const silentFields = ({ name, comment, fields }) => [
  ...(comment.text === "" ? [name] : []),
  ...fields.filter((field) => field.comment.text === "").map((field) => `${name}.${field.name}`),
  ...fields.flatMap(({ types }) => types.flatMap(silentFields)),
];

/** @returns {Promise<string[]>} the complaints */
export async function checkComments() {
  const { entries, methods } = await readApi();
  return [
    ...entries.flatMap(([entry, names]) =>
      names.flatMap((named) => lacksOf(named).map((lack) => `${entry}, ${named.name}: lacks ${lack}`)),
    ),
    ...methods.flatMap(silentFields).map((name) => `posenc/spec, methods.${name}: lacks a comment`),
  ];
}
