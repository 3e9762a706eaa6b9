import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";

export interface EditorEvents {
  /** On Ctrl + Enter, or ⌘ + Enter. */
  run(): void;
  /** When the cursor has moved. @param at - characters before it */
  moved(at: number): void;
}

/** Legible on light and dark backgrounds; the editor's own colours are not. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: "light-dark(#6b21a8, #d8b4fe)" },
  { tag: [tags.string, tags.regexp], color: "light-dark(#9a3412, #ffb38a)" },
  { tag: tags.number, color: "light-dark(#115e59, #5eead4)" },
  { tag: tags.comment, color: "var(--quiet)" },
]);

/** The base styles of the editor are for light pages and a font of its own. */
const LOOK = EditorView.theme({
  "&": { boxSizing: "border-box", inlineSize: "100%", blockSize: "100%" },
  ".cm-scroller, .cm-content": { font: "inherit" },
  ".cm-gutters, .cm-activeLine, .cm-activeLineGutter": {
    color: "var(--quiet)",
    background: "var(--panel)",
    border: "0",
  },
  ".cm-activeLine": { color: "inherit" },
  ".cm-cursor": { borderColor: "var(--ink)" },
});

/**
 * Types over a selection. Left to the browser, the new text gets the colours of the old one by a `style` attribute, which
 * the page's policy blocks with a line in the console.
 */
const TYPE_OVER = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || data === null || empty || isComposing) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    // As the editor does with other input: one of its handlers puts brackets around a selection.
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

/**
 * Replaces a plain field by CodeMirror, with the same text, label and focus. The Tab key leaves it, for readers who use the
 * keyboard only.
 * @returns the property `code` of an editor
 */
export function colouredEditor(
  field: HTMLTextAreaElement,
  { run, moved }: EditorEvents,
): PropertyDescriptorMap {
  const start = () => {
    run();
    return true;
  };
  const tell = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    if (selectionSet || docChanged) moved(state.selection.main.head);
  });
  const host = document.createElement("div");
  const view = new EditorView({
    doc: field.value,
    parent: host.attachShadow({ mode: "open" }), // in a document its styles would be an element, which the page's policy blocks
    extensions: [
      keymap.of([{ key: "Mod-Enter", run: start }]), // before the basic keys, which use it for something else
      basicSetup,
      javascript(),
      syntaxHighlighting(COLOURS),
      LOOK,
      TYPE_OVER,
      EditorView.lineWrapping,
      tell,
      EditorView.contentAttributes.of({ "aria-label": "Code" }),
    ],
  });
  const hadFocus = document.activeElement === field;
  host.style.visibility = "hidden"; // until its lines have their heights
  field.replaceWith(host);
  const show = () => {
    host.style.visibility = "";
    if (hadFocus) view.focus();
  };
  view.requestMeasure({ read() {}, write: () => void requestAnimationFrame(show) });
  return {
    code: {
      get: () => view.state.doc.toString(),
      set: (text: string) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    },
  };
}

/**
 * The code with the value of its last line shown, if that is an expression. Lines keep their numbers, which errors name.
 * Code that cannot be read is returned as it is: the engine says better what is wrong.
 */
export function showingLast(code: string): string {
  const tree = javascriptLanguage.parser.parse(code);
  let isBroken = false;
  tree.iterate({
    enter: ({ type }) => {
      isBroken ||= type.isError;
    },
  });
  let last = tree.topNode.lastChild;
  while (last && /Comment$/.test(last.name)) last = last.prevSibling;
  const value = last?.name === "ExpressionStatement" ? last.firstChild : null;
  if (isBroken || !value) return code;
  const expression = code.slice(value.from, value.to);
  return `${code.slice(0, value.from)}showLast((${expression}))${code.slice(value.to)}`;
}
