import { css } from "@lit/reactive-element";
import { pillStyles } from "../controls/pills.ts";
import { readingStyles } from "../controls/reading-styles.ts";

export const shuffleStyles = [
  readingStyles({ 0: 4, 22: 3, 30: 2 }),
  pillStyles,
  css`
    .plot {
      cursor: grab;
    }
    .plot:active {
      cursor: grabbing;
    }
    .tile {
      fill: color-mix(in srgb, currentColor 5%, transparent);
      stroke: var(--_line);
    }
    .held .tile {
      stroke: currentColor;
    }
    .word {
      font-weight: 550;
    }
    .position {
      fill: var(--_position);
      font-weight: 600;
    }
    .readout,
    .bar {
      text-align: center;
      justify-content: center;
    }
    .readout {
      order: 1;
      text-wrap: balance;
    }
    .changes {
      display: flex;
      align-items: baseline;
      gap: 0.4em;
      margin: 0;
      white-space: pre;
    }
    .count {
      min-inline-size: 2ch;
      font-size: 2em;
      font-weight: 600;
      line-height: 1.2;
      text-align: end;
    }
    .pills [value="sinusoidal"]:checked + span {
      color: var(--_position);
    }
    /* As much room on the left as before ⋯. */
    @container (min-width: 30rem) {
      .changes {
        margin-inline-start: auto;
      }
    }
    /* On a phone the count and ⋯ share the first line, and both controls the second. */
    @container (max-width: 30rem) {
      .bar {
        gap: 0.5rem;
      }
      .pills,
      .pill {
        order: 1;
      }
    }
    @media (prefers-reduced-motion: no-preference) {
      .gliding .moving:not(.held) {
        transition: transform 0.25s cubic-bezier(0.3, 1.2, 0.5, 1);
      }
      .number {
        transition: fill 0.3s;
      }
    }
  `,
];
