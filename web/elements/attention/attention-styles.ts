import { css } from "@lit/reactive-element";
import { readoutLines } from "../controls/reading-styles.ts";

/**
 * `--fixed` and `--squares` come from the number of tokens (`reserve` in attention-layout.ts): heights in font sizes of
 * the plot, and sides of weight matrices in widths of a panel. `--beside` tells the plot that its panels stand side by
 * side.
 */
export const attentionStyles = [
  readoutLines({ 0: 5, 40: 2 }),
  css`
  .box {
    grid-template-rows: auto auto 1fr auto auto;
    gap: 0.75em;
  }
  .ink {
    color: var(--_ink);
  }
  .plot {
    min-block-size: calc(2em * var(--fixed) + 4.25em + 200cqi * var(--squares));
    font-size: max(var(--_least), 0.8125em);
    cursor: crosshair;
  }
  .sides {
    display: grid;
    gap: 0.75rem 1.5rem;
  }
  .side {
    display: grid;
    align-content: start;
    gap: 0.25rem;
  }
  @container (min-width: 40rem) {
    .plot {
      --beside: 1;
      min-block-size: calc(1em * var(--fixed) + 2.25em + 50cqi * var(--squares));
    }
    .sides {
      grid-template-columns: 1fr 1fr;
    }
  }
`,
];
