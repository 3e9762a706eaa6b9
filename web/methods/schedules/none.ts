import type { Schedule } from "./schedule.ts";

export const none: Schedule<"none"> = { title: "no scaling", stretched: () => ({}) };
