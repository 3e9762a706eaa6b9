import { css } from "@lit/reactive-element";

/** One large number above the plot, and a sentence on its meaning, beside it if there is room. */
export const resultStyles = css`
  .result {
    display: grid;
    gap: 0 0.75rem;
    margin: 0;
    align-content: start;
  }
  .result .number {
    font-size: 1.75rem;
    line-height: 1.2;
    white-space: nowrap;
  }
  .result .verdict {
    color: var(--_quiet);
  }
  @container (min-width: 30rem) {
    .result {
      grid-template-columns: auto 1fr;
    }
  }
`;
