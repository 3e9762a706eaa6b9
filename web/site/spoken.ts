/** The sentence of an error, as it stands in a text. */
export const spoken = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;
