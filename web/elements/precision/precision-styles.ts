import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const precisionStyles = [
  readingStyles({ 0: 6, 30: 3, 44: 2 }),
  css`
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
  @container (max-width: 30rem) {
    table {
      font-size: 13px;
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
    th:first-child {
      white-space: normal;
    }
  }
`,
];
