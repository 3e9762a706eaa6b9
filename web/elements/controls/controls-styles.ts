import { css } from "@lit/reactive-element";

/** Plot, readout, controls and panels. */
export const controlsStyles = css`
  .plot {
    --_least: 13px;
    position: relative;
    min-block-size: 0;
    user-select: none;
    -webkit-user-select: none;
    /* Off screen a picture keeps its old size until it is visible again. It must not widen the page. */
    overflow: clip;
    overflow-clip-margin: 0.75em;
  }
  /* In a plot narrower than on any phone, a label of 13 px would be cut. */
  @container (max-width: 18.75rem) {
    .plot {
      --_least: 11px;
    }
  }
  /* Some plots give their canvas another place. */
  .plot canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  .drawing {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    pointer-events: none;
  }
  .readout {
    margin: 0;
    color: var(--_quiet);
  }
  .controls {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem 1rem;
  }
  .sliders {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr));
    gap: 0.5rem 1.25rem;
  }
  .sliders.long-first {
    grid-template-columns: 2fr 1fr 1fr;
  }
  @container (max-width: 44rem) {
    .sliders.long-first {
      grid-template-columns: 1fr 1fr;
    }
    .sliders.long-first > :first-child {
      grid-column: 1 / -1;
    }
  }
  .slider {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 0.5rem;
  }
  .slider .name,
  .choice legend {
    color: var(--_quiet);
  }
  .slider .value {
    font-weight: 600;
  }
  .slider input {
    grid-column: 1 / -1;
    inline-size: 100%;
    min-block-size: 1.5rem;
    margin: 0;
  }
  small {
    font-size: max(13px, 0.8125em);
  }
  .row,
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem 0.75rem;
    align-items: center;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .choice legend {
    float: inline-start;
    padding: 0;
  }
  .choice label {
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
    min-block-size: 1.5rem;
    cursor: pointer;
  }
  .choice input {
    margin: 0;
  }
  select {
    min-block-size: 1.75rem;
  }
  .encoding {
    display: grid;
    grid-template-columns: auto minmax(0, 24rem);
    justify-content: start;
    gap: 0.75rem;
    align-items: center;
  }
  option,
  optgroup {
    color: CanvasText;
    background: Canvas;
  }
  @container (max-width: 30rem) {
    .choice {
      gap: 0.375rem 0.5rem;
    }
  }
  .checkbox {
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
    min-block-size: 1.5rem;
  }
  input[type="number"] {
    inline-size: 6em;
    font: inherit;
    color: inherit;
    background: transparent;
    border: 1px solid var(--_line);
    border-radius: 0.375rem;
    padding: 0.25rem 0.5rem;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    align-items: center;
    justify-content: space-between;
  }
  .bar.tight {
    flex-wrap: nowrap;
    align-items: end;
  }
  .bar.tight > .sliders {
    flex: 1;
  }
  .dots {
    flex: none;
    margin-inline-start: auto;
    padding: 0.25em 1.1em;
    border-radius: 2em;
  }
  @media (hover: hover) {
    .dots:not([aria-expanded="true"]) {
      opacity: 0;
    }
    .figure:hover .dots,
    .figure:focus-within .dots {
      opacity: 1;
    }
  }
  .panel:not([hidden]) {
    display: grid;
    gap: 0.5rem;
    margin-block-start: 0.75rem;
    padding-block-start: 0.75rem;
    border-block-start: 1px solid var(--_line);
  }
  .panel .sliders {
    align-items: end;
  }
  .panel .sliders > :is(.row, .choice, .encoding) {
    grid-column: 1 / -1;
  }
  .panel [role="group"] > span {
    min-inline-size: 3rem;
    color: var(--_quiet);
  }
  .panel p {
    margin: 0;
  }
  .panel textarea {
    inline-size: 100%;
    box-sizing: border-box;
    font-family: ui-monospace, "Cascadia Code", Menlo, Consolas, monospace;
    font-size: 0.8125rem;
    resize: vertical;
  }
  .scroll {
    overflow-x: auto;
  }
  caption {
    text-align: start;
    color: var(--_quiet);
    padding-block-end: 0.35rem;
  }
  [aria-current="true"] {
    font-weight: 700;
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
`;
