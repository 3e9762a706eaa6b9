/** TeX in the page becomes MathML when the page is built, so that no reader loads a formula renderer. */
import temml from "temml";

/** `\term{pair}{i}` marks a letter that the page lights up together with what a figure shows of it. */
const MACROS = { "\\term": "\\data{term=#1}{#2}" };

/** With the punctuation that follows, which must not begin a line. */
const INLINE = /\\\(([\s\S]+?)\\\)([.,:;)]*)/g;
const DISPLAY = /\\\[([\s\S]+?)\\\]/g;

/** @param {string} html */
const decoded = (html) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/**
 * @param {string} tex as it stands in HTML
 * @param {boolean} displayMode
 */
function mathml(tex, displayMode) {
  const options = { displayMode, trust: true, throwOnError: true, macros: { ...MACROS } };
  return (
    temml
      .renderToString(decoded(tex.trim()), options)
      // Inline styles would need an exception in a page's content policy; the style sheet says the same.
      .replaceAll(/ style="[^"]*"/g, "")
      // Variables are set in the italic of the text, as few readers have a mathematical font that fits it.
      .replaceAll(/<mi([^>]*)>(.)<\/mi>/gu, '<mi class="letter"$1>$2</mi>')
  );
}

/**
 * Replaces `\(…\)` and `\[…\]`, the second as a block of its own.
 * @param {string} html
 */
export function withFormulas(html) {
  return html
    .replaceAll(DISPLAY, (_, tex) => mathml(tex, true))
    .replaceAll(INLINE, (_, tex, end) => `<span class="inline">${mathml(tex, false)}${end}</span>`);
}
