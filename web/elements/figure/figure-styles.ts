import { css } from "@lit/reactive-element";

/**
 * The styles of all figures. Text, lines and controls have the host page's font and `currentColor`; the only colours of
 * our own are `--pe-accent`, `--pe-ink`, `--pe-position` and the colours of data. A `.box` holds a plot and its controls.
 * Its height follows from its width alone (`aspect-ratio` in a container query), so nothing moves when the figure is drawn.
 * `figures.css` reserves the same height before the script has run.
 */
export const figureStyles = css`
  :host {
    --_line: color-mix(in srgb, currentColor 22%, transparent);
    --_quiet: color-mix(in srgb, currentColor 78%, transparent);
    /* Its lightness follows the text: dark on light pages, light on dark ones. */
    --_accent: var(--pe-accent, oklch(from currentColor calc(0.42 + l * 0.36) 0.16 255));
    /* The colour of attention weights: the larger the weight, the more opaque. */
    --_ink: var(--pe-ink, oklch(from currentColor calc(0.4 + l * 0.4) 0.13 305));
    /* The colour of positions. */
    --_position: var(--pe-position, oklch(from currentColor calc(0.46 + l * 0.3) 0.17 45));
    /* What is opaque over a picture: light under dark text, and dark under light text. */
    --_paper: oklch(from currentColor clamp(0, 1.19 - 1.06 * l, 1) 0.004 h);
    display: block;
    container-type: inline-size;
    /* The width in flex rows, table cells and floats, which are as wide as their content. */
    contain-intrinsic-inline-size: min(44rem, 90vw);
    min-inline-size: 0;
    max-inline-size: 100%;
    /* Some pages set a rem to 10 px: text must not get smaller than 12 px. */
    font-size: var(--pe-font-size, max(0.875rem, 12px));
    line-height: 1.35;
  }
  :host([hidden]) {
    display: none;
  }
  .frame {
    position: relative;
    transition: color 1ms; /* see FigureFrame */
  }
  /* Only font and colours are the page's: other inherited properties of text would move labels and controls. */
  .figure,
  .failure,
  .note {
    direction: ltr;
    font-feature-settings: normal;
    font-stretch: normal;
    font-style: normal;
    font-variant: normal;
    font-variant-numeric: tabular-nums;
    font-weight: 400;
    hyphens: manual;
    letter-spacing: normal;
    overflow-wrap: normal;
    tab-size: 8;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-break: normal;
    word-spacing: normal;
    writing-mode: horizontal-tb;
  }
  /* If a page gives the figure a height, the picture fills it; content that does not fit can be scrolled to. */
  .frame,
  .figure,
  .figure > * {
    block-size: 100%;
  }
  .frame.cut {
    overflow: auto;
  }
  .box {
    display: grid;
    grid-template-rows: minmax(9rem, 1fr) auto;
    gap: 0.5rem;
    max-block-size: 100%;
  }
  :host([controls="none"]) .controls {
    display: none;
  }
  .frame:not([data-state="drawn"]) .figure {
    visibility: hidden;
  }
  /* Not for a moment's work: the picture fades if what a new state needs takes a while to come. */
  .frame[aria-busy="true"] .plot {
    opacity: 0.5;
    transition: opacity 0.2s 0.3s;
  }
  .frame[data-state="failed"] .figure,
  .frame[data-state="drawn"] .fallback,
  .frame:not([data-state="failed"]) .failure {
    display: none;
  }
  .frame[data-state="waiting"] .fallback {
    position: absolute;
    inset: 0;
    overflow: hidden;
  }
  ::slotted(img) {
    max-inline-size: 100%;
    block-size: auto;
  }
  .failure,
  .note {
    margin: 0.5rem 0 0;
    padding-inline-start: 0.75rem;
    border-inline-start: 3px solid var(--_accent);
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  button,
  select,
  textarea {
    font: inherit;
    color: inherit;
    background: transparent;
    border: 1px solid var(--_line);
    border-radius: 0.375rem;
    padding: 0.25rem 0.625rem;
  }
  button {
    min-block-size: 1.75rem;
    cursor: pointer;
  }
  button:hover {
    background: color-mix(in srgb, currentColor 8%, transparent);
  }
  /* Browsers give inputs a text colour of their own, and the accent is made from the text colour. */
  input {
    accent-color: var(--_accent);
    color: inherit;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 0.2rem 0.6rem;
    text-align: end;
    font-weight: inherit;
    border-block-end: 1px solid var(--_line);
  }
  thead th,
  .quiet {
    color: var(--_quiet);
  }
  @media (forced-colors: active) {
    :host {
      --_accent: Highlight;
      --_ink: CanvasText;
      --_position: CanvasText;
      --_paper: Canvas;
      --_line: CanvasText;
      --_quiet: CanvasText;
    }
  }
  /* Nothing is drawn again for paper, which has another width: the drawing is scaled down as a whole. */
  @media print {
    :host {
      break-inside: avoid;
    }
    button,
    input,
    .controls,
    .readout {
      display: none !important;
    }
    .figure .box {
      grid-template-rows: auto;
      block-size: auto;
      min-block-size: 0;
      aspect-ratio: auto;
    }
    .figure .plot {
      inline-size: var(--_plot-width);
      block-size: var(--_plot-height);
      min-block-size: 0;
      zoom: min(1, tan(atan2(100cqi, var(--_figure-width)))); /* their ratio, as a number */
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    button {
      transition: background-color 0.12s;
    }
  }
`;
