/**
 * Moves labels along a line until no two are closer than `gap`. Each moves as little as its neighbours allow.
 * @returns places in the order of `places`
 */
export function spread(places: readonly number[], gap: number, from: number, to: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] as number) - (places[b] as number));
  const result = [...places];
  let least = from;
  for (const index of order) {
    result[index] = Math.max(result[index] as number, least);
    least = (result[index] as number) + gap;
  }
  let most = to;
  for (const index of order.reverse()) {
    result[index] = Math.min(result[index] as number, most);
    most = (result[index] as number) - gap;
  }
  return result;
}
