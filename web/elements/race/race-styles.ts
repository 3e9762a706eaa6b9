import { css } from "@lit/reactive-element";
import { readingStyles } from "../controls/reading-styles.ts";

export const raceStyles = [
  ...readingStyles({ 0: 9, 24: 6, 44: 4, 60: 3 }),
  css`
    .box {
      grid-template-rows: minmax(20rem, 1fr) auto auto;
    }
    .below {
      display: grid;
      gap: 0.75rem;
    }
    .train {
      min-inline-size: 5.5em;
      font-weight: 600;
    }
    button:disabled {
      opacity: 0.6;
      cursor: default;
    }
    .scores table {
      inline-size: 100%;
    }
    .scores th:first-child {
      text-align: start;
    }
    .scores .number {
      font-size: 1.3em;
      font-weight: 600;
    }
    .scores small {
      color: var(--_quiet);
      white-space: nowrap;
    }
    .attention {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
      gap: 0.75rem;
    }
    .attention figure {
      margin: 0;
    }
    .attention svg {
      display: block;
      inline-size: 100%;
      border: 1px solid var(--_line);
    }
    .panel input[type="text"] {
      flex: 1 1 10rem;
      font: inherit;
      background: transparent;
      border: 1px solid var(--_line);
      border-radius: 0.375rem;
      padding: 0.25rem 0.5rem;
    }
    .stretched {
      font-style: italic;
    }
    @container (max-width: 30rem) {
      .scores small {
        display: block;
      }
      .scores :is(th, td) {
        padding-inline: 0.25rem;
      }
    }
  `,
];
