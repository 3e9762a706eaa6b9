import { css } from "@lit/reactive-element";

/** A field for a sentence, with its number of tokens. Two fields are side by side if there is room. */
export const sentenceStyles = css`
  .sentences {
    display: grid;
    gap: 0.75rem 1.5rem;
  }
  @container (min-width: 40rem) {
    .sentences {
      grid-template-columns: 1fr 1fr;
    }
  }
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
