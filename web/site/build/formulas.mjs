/** Turns TeX into MathML when the page is built, so that no reader loads a formula renderer. */
import temml from "temml";

/** `\term{pair}{i}` marks a letter; the page highlights all its places together. */
const MACROS = { "\\term": "\\data{term=#1}{#2}" };

/** With the punctuation after it, which must not begin a line. */
const INLINE = /\\\(([\s\S]+?)\\\)([.,:;)]*)/g;
const DISPLAY = /\\\[([\s\S]+?)\\\]/g;

/** @param {string} html */
const decoded = (html) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** @param {string} tex as it stands in HTML @param {boolean} displayMode */
function mathml(tex, displayMode) {
  const options = { displayMode, trust: true, throwOnError: true, macros: { ...MACROS } };
  return (
    temml
      .renderToString(decoded(tex.trim()), options)
      // A page's content policy would need an exception for inline styles; the style sheet has the same rules.
      .replaceAll(/ style="[^"]*"/g, "")
      // Variables use the italic of the text, because few readers have a mathematical font that fits it.
      .replaceAll(/<mi([^>]*)>(.)<\/mi>/gu, '<mi class="letter"$1>$2</mi>')
  );
}

/**
 * Replaces `\(…\)` and `\[…\]`, the second as a separate block.
 * @param {string} html
 */
export function withFormulas(html) {
  return html
    .replaceAll(DISPLAY, (_, tex) => mathml(tex, true))
    .replaceAll(INLINE, (_, tex, end) => `<span class="inline">${mathml(tex, false)}${end}</span>`);
}
