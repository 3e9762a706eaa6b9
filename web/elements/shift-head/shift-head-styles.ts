import { css } from "@lit/reactive-element";

export const shiftHeadStyles = css`
  .box {
    grid-template-rows: auto auto minmax(22rem, 1fr) auto auto;
    aspect-ratio: 2 / 7;
    gap: 0.75rem;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .slider[inert] {
    opacity: 0.4;
  }
  .result {
    display: grid;
    gap: 0 0.75rem;
    margin: 0;
    min-block-size: 6.4rem;
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
    min-block-size: 2.7em;
  }
  @container (min-width: 30rem) {
    .box {
      aspect-ratio: 5 / 9;
    }
    .result {
      grid-template-columns: auto 1fr;
      align-items: center;
      min-block-size: 4.1em;
    }
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 1 / 1;
    }
    .readout {
      min-block-size: 1.35em;
    }
  }
`;
