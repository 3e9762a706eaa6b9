import { css } from "@lit/reactive-element";

export const precisionStyles = css`
  .box {
    grid-template-rows: minmax(9rem, 1fr) auto auto;
    aspect-ratio: 2 / 5;
  }
  @container (min-width: 30rem) {
    .box {
      aspect-ratio: 1 / 1;
    }
  }
  @container (min-width: 44rem) {
    .box {
      aspect-ratio: 4 / 3;
    }
  }
  .plot {
    cursor: crosshair;
    touch-action: pan-y;
  }
  .ring {
    fill: none;
    stroke: var(--_accent);
    stroke-width: 2.5px;
  }
  table {
    inline-size: 100%;
  }
  th,
  td {
    padding: 0.1rem 0 0.1rem 0.5rem;
    white-space: nowrap;
  }
  th:first-child {
    padding-inline-start: 0;
    text-align: start;
  }
  .swatch {
    margin-inline-end: 0.4rem;
    vertical-align: -0.1em;
  }
  .readout {
    margin: 0;
    min-block-size: 8.1em;
    color: var(--_quiet);
  }
  @container (max-width: 30rem) {
    table {
      font-size: 0.6875rem;
    }
    th,
    td {
      padding-inline-start: 0.3rem;
    }
    .swatch {
      margin-inline-end: 0.2rem;
    }
    .spare {
      display: none;
    }
  }
  @container (max-width: 23rem) {
    .error {
      display: none;
    }
  }
  @container (min-width: 30rem) {
    .readout {
      min-block-size: 4.05em;
    }
  }
  @container (min-width: 44rem) {
    .readout {
      min-block-size: 2.7em;
    }
  }
`;
