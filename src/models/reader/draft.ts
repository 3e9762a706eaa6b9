import type { Found } from "./part.ts";

/** Fields that have not been checked, and their paths in the file. */
export interface Draft {
  fields: Record<string, unknown>;
  paths: Map<string, string>;
}

export function set({ fields, paths }: Draft, param: string, found: Found | undefined): void {
  if (found === undefined) return;
  fields[param] = found.value;
  paths.set(param, found.path);
}
