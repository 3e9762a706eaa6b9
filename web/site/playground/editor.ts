/** The field for code: a plain one at first, an editor with colours as soon as it is loaded. */
import type { EditorEvents } from "./coloured-editor.ts";

export interface Editor {
  code: string;
}

/** @param field - the plain field, which the editor replaces */
export function editor(field: HTMLTextAreaElement, events: EditorEvents): Editor {
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) events.run();
  });
  for (const type of ["keyup", "click"])
    field.addEventListener(type, () => events.moved(field.selectionStart));
  const made: Editor = {
    get code() {
      return field.value;
    },
    set code(text) {
      field.value = text;
    },
  };
  import("./coloured-editor.ts")
    .then(({ colouredEditor }) => Object.defineProperties(made, colouredEditor(field, events)))
    .catch(() => {}); // the plain field does everything except colours
  return made;
}

/** The code with its last value shown; as it is, if what reads it cannot be loaded. */
export async function withLastValue(code: string): Promise<string> {
  try {
    return (await import("./coloured-editor.ts")).showingLast(code);
  } catch {
    return code;
  }
}
