/** A fact of the reader in numbers. Throws if the answer says that it is not known, or that it is learned. */
export function known<T>(fact: T | "unknown" | "learned"): T {
  if (fact === "unknown" || fact === "learned")
    throw new Error(
      fact === "learned" ? "a config has no numbers of it" : "the answer says that this is not known",
    );
  return fact as T;
}
