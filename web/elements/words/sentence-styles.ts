import { css } from "@lit/reactive-element";

/** A field for a sentence, with its count of tokens. */
export const sentenceStyles = css`
  .sentence,
  .sentence label {
    display: grid;
    gap: 0.25rem;
  }
  .sentence textarea {
    box-sizing: border-box;
    inline-size: 100%;
    resize: vertical;
    unicode-bidi: plaintext;
  }
  .sentence output {
    font-size: 0.9em;
  }
`;
