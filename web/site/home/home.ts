import "posenc/embed.js"; // the code of the figure on the page, and of no other
import "posenc/figures.css";
import { load } from "posenc";
import { formatFloat32 } from "../../plot/numbers.ts";
import { offerCopies } from "../copy-buttons.ts";
import { checkConfigs } from "./check-config.ts";
import { PAIRS, showHands } from "./hands.ts";
import { followOldLinks } from "./old-links.ts";

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;

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
