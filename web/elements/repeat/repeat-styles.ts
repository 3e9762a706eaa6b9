import { css } from "@lit/reactive-element";

export const repeatStyles = css`
  .box {
    aspect-ratio: auto;
    block-size: 54em;
    grid-template-rows: minmax(9rem, 1fr) auto auto;
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .record {
    fill: var(--_accent);
  }
  .steps {
    stroke: var(--_accent);
  }
  .readout {
    margin: 0;
    min-block-size: 12.15em;
    color: var(--_quiet);
  }
  button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  .row {
    gap: 0.375rem;
  }
  progress {
    inline-size: 3.5rem;
    accent-color: var(--_accent);
  }
  @container (min-width: 30rem) {
    .readout {
      min-block-size: 6.75em;
    }
  }
  @container (min-width: 44rem) {
    .box {
      block-size: 40em;
    }
    .readout {
      min-block-size: 4.05em;
    }
    progress {
      inline-size: 12rem;
    }
  }
`;
