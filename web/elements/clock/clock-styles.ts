import { css } from "@lit/reactive-element";

export const clockStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
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
