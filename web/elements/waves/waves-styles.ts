import { css } from "@lit/reactive-element";

/** The curves fill the height that the table leaves. The columns of the table are as wide as their sliders. */
export const wavesStyles = css`
  .box {
    grid-template-rows: minmax(11rem, 1fr) auto;
  }
  .plot {
    touch-action: pan-y;
    cursor: ew-resize;
  }
  .panel .scroll,
  .panel table {
    grid-column: 1 / -1;
  }
  table {
    inline-size: 100%;
  }
  thead th {
    inline-size: 18%;
    vertical-align: bottom;
  }
  thead th:first-child,
  thead th:last-child {
    inline-size: 14%;
  }
  th:first-child {
    text-align: start;
    white-space: nowrap;
  }
  thead .value {
    font-weight: 600;
  }
  thead input {
    display: block;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 1.5rem;
    margin: 0;
  }
  .swatch {
    margin-inline-end: 0.5rem;
    vertical-align: middle;
  }
  @container (max-width: 30rem) {
    th,
    td {
      padding-inline: 0.25rem 0;
    }
    thead th:first-child span {
      font-size: 0;
    }
    .swatch,
    tr > :last-child:not(:first-child) {
      display: none;
    }
  }
`;
