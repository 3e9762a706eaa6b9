/** What models are trained on: sequences made from random numbers, of any length. */
import { addition, copy, reverse, sort } from "./answer-tasks.ts";
import { back, count, dyck, grammar, induction, pointer } from "./running-tasks.ts";
import type { Task } from "./task.ts";

/** In the order of menus. */
const list = { induction, reverse, copy, back, pointer, sort, addition, count, dyck, grammar };

/** The name of a task. */
export type TaskName = keyof typeof list;

/** All tasks by name. */
export const tasks: Readonly<Record<TaskName, Task>> = list;
export const taskNames = Object.keys(list) as [TaskName, ...TaskName[]];
