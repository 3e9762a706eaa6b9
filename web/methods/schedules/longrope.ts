import { doubles } from "../code.ts";
import type { Schedule } from "./schedule.ts";

/** No `stretched`: its divisors were found by a search for one model and fit no other. */
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
