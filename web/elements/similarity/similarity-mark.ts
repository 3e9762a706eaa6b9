/** What a compared position is called: t, or t₁, t₂ … where there are several. */
export function markName(index: number, count: number): string {
  return count === 1 ? "t" : `t${"₁₂₃₄₅"[index]}`;
}
