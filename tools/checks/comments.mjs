/** Every public name has a complete comment, and links in comments have a target: the reference is made from comments. */
import { readApi } from "../../web/site/build/reference/api.mjs";

/** A function without parameters throws nothing, so it needs no `@throws`. */
const takesNothing = (/** @type {import("../../web/site/build/reference/api.mjs").Named} */ { params }) =>
  params.length === 0;

/** @param {import("../../web/site/build/reference/api.mjs").Named} named @returns {string[]} the missing parts of its comment */
export function lacksOf(named) {
  const { kind, params, members, comment } = named;
  const lacks = [
    ...(comment.text === "" ? ["a summary"] : []),
    ...members.filter((member) => member.comment.text === "").map(({ name }) => `a comment on ${name}`),
  ];
  if (kind !== "function" && kind !== "method") return lacks;
  return [
    ...lacks,
    ...params.filter(({ text }) => text === "").map(({ name }) => `@param ${name}`),
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
 * @param {import("../../web/site/build/reference/methods.mjs").Row} row
 * @returns {string[]} the names of fields without a comment
 */
const silentFields = ({ name, comment, fields }) => [
  ...(comment.text === "" ? [name] : []),
  ...fields.filter((field) => field.comment.text === "").map((field) => `${name}.${field.name}`),
  ...fields.flatMap(({ types }) => types.flatMap(silentFields)),
];

/** @returns {Promise<string[]>} the complaints */
export async function checkComments() {
  const { entries, methods, complaints } = await readApi();
  return [
    ...complaints,
    ...entries.flatMap(([entry, names]) =>
      names.flatMap((named) => lacksOf(named).map((lack) => `${entry}, ${named.name}: lacks ${lack}`)),
    ),
    ...methods.flatMap(silentFields).map((name) => `posenc/spec, methods.${name}: lacks a comment`),
  ];
}
