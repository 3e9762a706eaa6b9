import { METHODS, methodNamed } from "../../methods/methods.ts";
import { html } from "../../plot/dom.ts";
import { disclosure } from "../controls/disclosure.ts";
import type { Part } from "../definition/definition.ts";
import type { AttentionShown } from "./attention-shown.ts";

const LEARNED = METHODS.flatMap((name) => methodNamed(name).learnedInWords ?? []);

/** The rule for all random numbers of the figure, so that anyone can make them. */
export function attentionRule(): Part<AttentionShown> {
  const examples = html("code");
  const { button, panel } = disclosure(
    "Rule",
    () => {},
    html(
      "p",
      {},
      "Nothing here is trained: what you see holds for any weights. Every random number has a name, such as ",
      examples,
      ". With h = FNV-1a (32 bits) of the UTF-8 bytes of the name, entry i is fmix32(h + (i + 1) · 0x9E3779B9), fmix32 being " +
        "MurmurHash3’s finaliser modulo 2³²; its upper 24 bits, divided by 2²³, minus 1, are uniform in [−1, 1).",
    ),
    html(
      "p",
      {},
      "A word w (Unicode NFC) is the vector seed/word/w, and the (d, d) matrices are seed/query, seed/key and seed/value by " +
        "rows, all times √(3/d), so that a word has a length of about 1. Then x = √d · word + encoding and the matrices are " +
        "rounded to float32; q = x Wq, k = x Wk, v = x Wv are summed in float64 and rounded to float32; the rest is " +
        "softmax(q kᵀ/√d_head + bias) v, head by head.",
    ),
    html(
      "p",
      {},
      "An encoding takes the width of the layer or of its heads, not the width of its preset. Its learned parameters are random, too: " +
        `${LEARNED.join(", ")}.`,
    ),
    html(
      "p",
      {},
      "Tokens follow the Unicode word rule (UAX 29): words, punctuation marks, emoji, without white space. The number is the " +
        "smallest t for which the rows of both outputs can be paired so that no two paired entries differ by more than t.",
    ),
  );
  return {
    element: button,
    panel,
    show({ settings }) {
      examples.textContent = `${settings.seed}/word/Jane`;
    },
  };
}
