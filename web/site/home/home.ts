import { html } from "../../plot/dom.ts";
import "posenc/embed.js";
import "posenc/figures.css";
import { load } from "posenc";
import { formatFloat32 } from "../../plot/numbers.ts";
import { offerCopies } from "../copy-buttons.ts";
import { byId } from "../nodes.ts";
import { PAIRS, showHands } from "./hands.ts";

/** Links to the article from before it had a page of its own, as `#clocks` or `#heatmap?dModel=8`, lead on to it. */
function followOldLinks(): void {
  const follow = () => {
    const [, name = ""] = /^#([\w-]+)/.exec(location.hash) ?? [];
    const isHere = name === "" || name.startsWith("pe-") || document.getElementById(name) !== null;
    if (!isHere) location.replace(new URL(`article/${location.hash}`, document.baseURI));
  };
  addEventListener("hashchange", follow);
  follow();
}

// A config.json, typed, pasted or dropped, and the sentences that say what its model does with positions.

/** Longer texts are not read: no config is that long. */
const MOST_BYTES = 2 ** 20;

/** Answers in `answer` for each text of `field`; a later text overtakes an earlier one. */
function checkConfigs(field: HTMLTextAreaElement, answer: HTMLElement): void {
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

followOldLinks();
offerCopies("pre.copy");
checkConfigs(byId<HTMLTextAreaElement>("config"), byId("answer"));
byId("try-config").addEventListener("click", () => {
  const field = byId<HTMLTextAreaElement>("config");
  field.value = JSON.stringify(SAMPLE, null, 1);
  field.dispatchEvent(new Event("input"));
});

/** The fields about positions of Llama 3.1 8B's config.json. */
const SAMPLE = {
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  num_hidden_layers: 32,
  max_position_embeddings: 131072,
  rope_theta: 500000,
  rope_scaling: {
    rope_type: "llama3",
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  },
};

/** The code under "Use" asks for the row that the figure shows, and its numbers are this call's. */
function showRow(position: number, row: Float32Array): void {
  byId("start").textContent = String(position);
  byId("numbers").textContent = Array.from(row.subarray(0, PAIRS), (value) =>
    formatFloat32(value).replace("−", "-"),
  ).join("\n");
}

/** Without the module, the picture stays, and the reason stands under it. */
async function open(): Promise<void> {
  const note = byId("hands-note");
  const retry = byId<HTMLButtonElement>("hands-retry");
  try {
    showHands(byId("hands"), await load(), showRow);
    note.textContent = "";
    retry.hidden = true;
  } catch (error) {
    note.textContent = (error as Error).message;
    retry.hidden = false;
  }
}

byId("hands-retry").addEventListener("click", () => void open());
void open();
