/** Makes something of an object that never changes, such as a checked spec, and keeps it as long as the object. */
/* @__NO_SIDE_EFFECTS__ */
export function once<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new WeakMap<From, To>();
  return (from) => {
    if (!made.has(from)) made.set(from, make(from));
    return made.get(from)!;
  };
}
