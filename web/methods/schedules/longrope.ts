import { doubles } from "../code.ts";
import type { Schedule } from "./schedule.ts";

/** Without `stretched`: its divisors come from a search for one model and do not fit others. */
export const longrope: Schedule<"longrope"> = {
  title: "LongRoPE",
  frequency({ scaling: { originalLength, longFactor, shortFactor }, currentLength }) {
    const divisors = currentLength > originalLength ? longFactor : shortFactor;
    return `frequency = frequency / ${doubles(divisors)}`;
  },
  attentionFactor({ scaling, currentLength }) {
    const { attentionFactor, shortAttentionFactor, factor, originalLength } = scaling;
    const own = (currentLength > originalLength ? undefined : shortAttentionFactor) ?? attentionFactor;
    return String(own ?? `math.sqrt(1 + math.log(${factor}) / math.log(${originalLength}))`);
  },
};
