/** Lists of words are kept as texts, which keeps the fixtures small. */

/** `full_attention*3 linear_attention` as the list that it stands for. @param {string} text */
export const wordsIn = (text) =>
  text.split(" ").flatMap((run) => {
    const [word = "", count = "1"] = run.split("*");
    return Array.from({ length: Number(count) }, () => word);
  });

/** A config with its lists of kinds as the file has them. @param {any} value @returns {any} */
export function spelled(value) {
  if (Array.isArray(value)) return value.map(spelled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === "layer_types" && typeof item === "string" ? wordsIn(item) : spelled(item),
    ]),
  );
}
