/** All breaks of a file of TypeScript in one source: a number chooses the one that counts, so that they are built together. */
import ts from "typescript";

/**
 * A break of a source.
 *
 * @typedef {object} Break
 * @property {number} number that chooses it, from 1
 * @property {number} start
 * @property {number} end
 * @property {string} to what stands from start to end then
 */

/**
 * A part of a source that stands there once for each of its breaks: the statements of a function, or an expression.
 *
 * @typedef {object} Host
 * @property {number} from
 * @property {number} to
 * @property {boolean} isBlock
 * @property {Break[]} breaks
 */

/**
 * The source with all breaks. It is as it was unless `globalThis.broken` is the number of one.
 * @param {string} source @param {readonly Break[]} breaks
 */
export function withChoices(source, breaks) {
  const tree = ts.createSourceFile("", source, ts.ScriptTarget.Latest, true);
  /** @type {Map<number, Host>} */
  const hosts = new Map();
  for (const each of breaks) {
    const host = hostOf(tree, each);
    const { breaks: others } = hosts.get(host.from) ?? host;
    hosts.set(host.from, { ...host, breaks: [...others, each] });
  }
  const inOrder = [...hosts.values()].sort((a, b) => a.from - b.from);
  return rendered(source, inOrder, 0, source.length);
}

/**
 * A part of the source in which each host has its choices. A break stands in a copy without those of the hosts inside.
 * @param {string} source @param {readonly Host[]} hosts in order @param {number} from @param {number} to @returns {string}
 */
function rendered(source, hosts, from, to) {
  let text = "";
  let at = from;
  for (const host of hosts) {
    if (host.from < at || host.to > to) continue; // around this part, or in a host that is written already
    const inner = rendered(
      source,
      hosts.filter((other) => other !== host),
      host.from,
      host.to,
    );
    text += source.slice(at, host.from) + chosen(source, host, inner);
    at = host.to;
  }
  return text + source.slice(at, to);
}

/** @param {string} source @param {Host} host @param {string} whole the part without a break of its own */
function chosen(source, { from, to, isBlock, breaks }, whole) {
  return breaks.reduce(
    (others, { number, start, end, to: instead }) => {
      const broken = source.slice(from, start) + instead + source.slice(end, to);
      const isChosen = `(globalThis as { broken?: number }).broken === ${number}`;
      return isBlock
        ? `{ if (${isChosen}) ${broken} else ${others} }`
        : `(${isChosen} ? (${broken}) : ${others})`;
    },
    isBlock ? whole : `(${whole})`,
  );
}

/** The smallest part that can stand more than once. @param {ts.SourceFile} tree @param {Break} broken @returns {Host} */
function hostOf(tree, { start, end }) {
  /** @type {Host | undefined} */
  let found;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (node.pos > start || node.end < end) return;
    const part = ts.isFunctionLike(node) && "body" in node ? node.body : givenBy(node);
    if (part !== undefined && part.getStart() <= start && part.end >= end)
      found = { from: part.getStart(), to: part.end, isBlock: ts.isBlock(part), breaks: [] };
    ts.forEachChild(node, visit);
  };
  visit(tree);
  if (found === undefined) throw new Error("a break stands in no function and in no value");
  return found;
}

/** The value that a declaration gives: it is chosen when the module is loaded. @param {ts.Node} node */
function givenBy(node) {
  const isOutside = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node);
  return isOutside ? node.initializer : undefined;
}
