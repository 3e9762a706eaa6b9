import { css } from "@lit/reactive-element";

export const causalLeakStyles = css`
  .box {
    grid-template-rows: auto minmax(20rem, 1fr) auto auto;
    aspect-ratio: 1 / 3;
    gap: 0.75rem;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .plot[aria-busy="true"] .drawing {
    opacity: 0.4;
  }
  .result {
    display: grid;
    gap: 0 0.75rem;
    margin: 0;
    min-block-size: 13.5em;
    align-content: start;
  }
  .result .number {
    font-size: 1.75rem;
    line-height: 1.2;
    white-space: nowrap;
  }
  .result .verdict,
  .readout {
    color: var(--_quiet);
  }
  .readout {
    margin: 0;
    min-block-size: 4.05em;
  }
  @container (min-width: 30rem) {
    .box {
      aspect-ratio: 5 / 9;
    }
    .result {
      grid-template-columns: auto 1fr;
      min-block-size: 8.1em;
    }
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 1 / 1;
    }
    .result {
      min-block-size: 5.4em;
    }
    .readout {
      min-block-size: 2.7em;
    }
  }
`;
