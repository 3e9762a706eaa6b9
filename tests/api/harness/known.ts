/** A fact of an answer that says it knows it. */
export function known<T>(fact: T | "unknown"): T {
  if (fact === "unknown") throw new Error("the answer says that this is not known");
  return fact as T;
}
