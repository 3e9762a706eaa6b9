import { css } from "@lit/reactive-element";

export const clockStyles = css`
  .box {
    aspect-ratio: auto;
    block-size: 42em;
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  @container (min-width: 30rem) {
    .box {
      aspect-ratio: 1 / 1;
      block-size: auto;
    }
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 4 / 3;
    }
  }
  .plot {
    touch-action: pan-y;
    cursor: grab;
  }
  .plot:active {
    cursor: grabbing;
  }
  .sector {
    fill: var(--_accent);
  }
  .rim {
    stroke: var(--_accent);
  }
  .readout {
    margin: 0;
    min-block-size: 1.35em;
    color: var(--_quiet);
  }
  @container (max-width: 30rem) {
    .readout {
      min-block-size: 4.05em;
    }
    .row {
      gap: 0.375rem;
    }
    .bar {
      gap: 0.375rem;
    }
  }
`;
