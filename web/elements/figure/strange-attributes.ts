/** Notes on attributes that a figure does not have, and on texts that its attributes do not allow. */
import { printable } from "../../../src/api/arguments/printable.ts";
import { byAttribute, byLoweredName, expected, type Rules, takesText } from "../definition/rules.ts";

/** Attributes of every HTML element that an author may write. */
const GLOBAL =
  /^(accesskey|autocapitalize|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item(id|prop|ref|scope|type)|lang|nonce|part|popover|role|slot|spellcheck|style|tabindex|title|translate|width|height)$/;
/** Plain names. Those of frameworks, of ARIA and of data have prefixes, colons or other signs. */
const PLAIN = /^(?!(aria|data|on|x|v|ng|hx|astro|wire|svelte|react|q)(-|$)|on[a-z]+$)[a-z][a-z-]*$/;

/** A name that differs by more letters is not taken for a typing mistake. */
const NEAR = 2;

/** Attributes of every figure that are not part of its state. */
export const COMMON = ["palette", "controls"];

/** Sentences about unknown names, and about words and flags with other texts. The figure refuses numbers itself. */
export function strangeAttributes(element: Element, rules: Rules, hasSpec: boolean): string[] {
  const known = byAttribute(rules);
  return Array.from(element.attributes).flatMap(({ name, value }) => {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    if (rule && (rule.kind === "word" || rule.kind === "flag") && !takesText(rule, value))
      return [`${name} must be ${expected(rule)}; got "${value}".`];
    if (rule || Object.hasOwn(byLoweredName(rules), name) || GLOBAL.test(name) || !PLAIN.test(name))
      return [];
    if (name === "controls" && value !== "none") return [`controls must be "none"; got "${value}".`];
    if (COMMON.includes(name) || (name === "spec" && hasSpec)) return [];
    const meant = nearest(name, [...Object.keys(known), ...COMMON]);
    return [`unknown attribute "${name}"${meant ? `; did you mean "${meant}"?` : "."}`];
  });
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((other) => ({ other, far: lettersBetween(name, other) }))
    .filter(({ far }) => far <= NEAR)
    .sort((a, b) => a.far - b.far);
  return best?.other;
}

/** Number of letters to add, remove or replace to change one word into another (Levenshtein's distance). */
function lettersBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] as number) + Number(letter !== other);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

const warned = new WeakMap<Element, Set<string>>();

/** Warns the page's author in the console, once for each text: authors may not look under the figure. */
export function warnOnce(element: Element, text: string): void {
  const said = warned.get(element) ?? new Set();
  if (said.has(text)) return;
  warned.set(element, said.add(text));
  // biome-ignore lint/suspicious/noConsole: the page's author reads it there
  console.warn(`<${element.localName}>: ${printable(text)}`);
}
