/**
 * The words of figures in the page's language: a page may have one table, from the English texts to its own, as
 * `<script type="application/json" id="pe-words">`. In both, `#` stands for a number. A text without a line in the table stays.
 */

const ID = "pe-words";
/** As figures write numbers: with a minus sign, thin spaces between thousands, and a power of ten. */
const NUMBER = /[-−]?\d+(?:[.\u2009\u202f]\d+)*(?: × 10[⁻⁰¹²³⁴-⁹]+)?/g;
const ATTRIBUTES = ["aria-label", "aria-valuetext", "title", "placeholder"];

type Words = Readonly<Record<string, string>>;

let table: { readonly from: Element; readonly words: Words | undefined } | undefined;

/** The page's table; undefined if it has none that can be read. */
function wordsOfPage(complain: (sentence: string) => void): Words | undefined {
  const from = document.getElementById(ID);
  if (!from) return undefined;
  if (table?.from !== from) table = { from, words: readWords(from.textContent ?? "") };
  if (table.words === undefined)
    complain(
      `The script with the id "${ID}" must be a JSON object of texts, such as {"position #": "Position #"}.`,
    );
  return table.words;
}

function readWords(text: string): Words | undefined {
  try {
    const words: unknown = JSON.parse(text);
    const isTable = typeof words === "object" && words !== null && !Array.isArray(words);
    if (isTable && Object.values(words).every((own) => typeof own === "string")) return words as Words;
  } catch {
    // said by the caller
  }
  return undefined;
}

/** A text in the page's words. Its numbers go where `#` stands, in their order, or where `#2` asks for the second one. */
function inOwnWords(text: string, words: Words): string {
  const key = text.trim();
  const numbers = key.match(NUMBER) ?? [];
  const plain = key.replaceAll(NUMBER, "#");
  if (plain === "" || !Object.hasOwn(words, plain)) return text;
  let next = 0;
  const own = (words[plain] as string).replaceAll(/#(\d?)/g, (_, nth) => {
    const index = nth === "" ? next++ : Number(nth) - 1;
    return numbers[index] ?? "";
  });
  return text.replace(key, () => own);
}

/**
 * Keeps all that a figure writes in the page's words, before it is painted.
 * @param complain - hears what is wrong with the page's table
 * @returns what ends it
 */
export function speak(root: Node, complain: (sentence: string) => void): () => void {
  const words = wordsOfPage(complain);
  if (!words) return () => {};
  const say = (node: Node): void => {
    if (node instanceof Text) sayText(node, words);
    if (node instanceof Element) sayAttributes(node, words);
    for (const child of node.childNodes) say(child);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of addedNodes.length > 0 ? addedNodes : [target]) say(node);
    observer.takeRecords(); // of what was said just now
  });
  say(root);
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ATTRIBUTES,
  });
  return () => observer.disconnect();
}

function sayText(node: Text, words: Words): void {
  const own = inOwnWords(node.data, words);
  if (own !== node.data) node.data = own;
}

function sayAttributes(node: Element, words: Words): void {
  for (const name of ATTRIBUTES) {
    const text = node.getAttribute(name) ?? "";
    const own = inOwnWords(text, words);
    if (own !== text) node.setAttribute(name, own);
  }
}
