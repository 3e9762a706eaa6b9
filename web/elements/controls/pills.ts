import { css } from "@lit/reactive-element";
import type { PartMaker } from "../definition/definition.ts";

// Choices and buttons as pills: the few controls that stand beside a drawing.

/** A choice in one pill, whose labels say what they choose without its legend. */
export const pills =
  <State, Shown>(choice: PartMaker<State, Shown>): PartMaker<State, Shown> =>
  (figure) => {
    const part = choice(figure);
    part.element.classList.add("pills");
    return part;
  };

export const pillStyles = css`
  .pills {
    flex-wrap: nowrap;
    gap: 0;
    padding: 3px;
    border: 1px solid var(--_line);
    border-radius: 2em;
  }
  .pills legend {
    position: absolute;
    inline-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .pills label {
    position: relative;
    border-radius: 2em;
    white-space: nowrap;
  }
  .pills input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    appearance: none;
    border-radius: inherit;
    cursor: pointer;
  }
  .pills span {
    position: relative;
    padding: 0.3em 0.9em;
    color: var(--_quiet);
    pointer-events: none;
  }
  .pills :checked {
    background: color-mix(in srgb, currentColor 10%, transparent);
  }
  .pills :checked + span {
    color: inherit;
    font-weight: 600;
  }
  .pill {
    padding: 0.45em 1.1em;
    border-radius: 2em;
  }
  @media (forced-colors: active) {
    .pills :checked {
      outline: 2px solid Highlight;
    }
  }
`;
