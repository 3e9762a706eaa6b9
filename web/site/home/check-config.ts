/** A config.json, typed, pasted or dropped, and the sentences that say what its model does with positions. */
import { html } from "../../plot/dom.ts";

/** A longer text is no config, and is not read. */
const MOST_BYTES = 2 ** 20;

/** Answers in `answer` for each text of `field`; a later text overtakes an earlier one. */
export function checkConfigs(field: HTMLTextAreaElement, answer: HTMLElement): void {
  let asked = 0;
  const check = async () => {
    const turn = ++asked;
    const text = field.value.trim();
    if (text === "") return answer.replaceChildren();
    const parts = await answerTo(text);
    if (turn === asked) answer.replaceChildren(...parts);
  };
  field.addEventListener("input", () => void check());
  field.addEventListener("dragover", (event) => event.preventDefault());
  field.addEventListener("drop", async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return; // dropped text goes into the field by itself
    event.preventDefault();
    field.value = file.size > MOST_BYTES ? `${file.name} has ${file.size} bytes` : await file.text();
    await check();
  });
}

async function answerTo(text: string): Promise<Node[]> {
  try {
    const [{ modelPositions }, { recipe }] = await Promise.all([
      import("posenc/spec"),
      import("posenc/atlas"),
    ]);
    const model = modelPositions(text.slice(0, MOST_BYTES));
    const [first = "The file says nothing about positions.", ...others] = recipe(model);
    const unknown = model.unknown.map((part) => html("li", {}, `Not known: ${part}`));
    const more = [...others.map((sentence) => html("li", {}, sentence)), ...unknown];
    return [html("p", { class: "sentence" }, first), ...(more.length > 0 ? [html("ul", {}, ...more)] : [])];
  } catch (error) {
    return [html("p", { class: "fault" }, (error as Error).message)];
  }
}
