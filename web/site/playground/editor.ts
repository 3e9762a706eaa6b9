/** The field for code: a plain one at first, an editor with colours as soon as it is loaded. */

export interface Editor {
  code: string;
}

/**
 * @param field - the plain field, which the editor replaces
 * @param run - called on Ctrl + Enter, or ⌘ + Enter
 */
export function editor(field: HTMLTextAreaElement, run: () => void): Editor {
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  });
  const made: Editor = {
    get code() {
      return field.value;
    },
    set code(text) {
      field.value = text;
    },
  };
  import("./coloured-editor.ts")
    .then(({ colouredEditor }) => Object.defineProperties(made, colouredEditor(field, run)))
    .catch(() => {}); // the plain field does everything except colours
  return made;
}
