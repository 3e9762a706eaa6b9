/// <reference types="vite/client" />

declare module "posenc:recorded" {
  /** What the first sample of the playground showed when the site was built. */
  export const recorded: readonly import("./playground/messages.ts").Message[];
}

declare module "posenc:sandbox-policy" {
  /** The Content-Security-Policy of the frame in which readers' code runs. */
  export const policy: string;
}

declare module "posenc:atlas-facts" {
  /** Published config.json files: the fields about positions, and the repository from which each was read. */
  export const published: readonly import("./atlas/entries.ts").Published[];
  /** What was executed, by which versions. */
  export const executed: {
    readonly transformers: string;
    readonly torch: string;
    readonly date: string;
    /** Names of published models. */
    readonly published: readonly string[];
    /** The program that ran each type. */
    readonly types: Readonly<Record<string, string>>;
  };
  /** Facts of each model, by the name of a published model or a type. */
  export const facts: Readonly<Record<string, import("./atlas/entries.ts").Facts>>;
}

/** The address of an entry of the package in one file. */
declare module "*?one-file" {
  const address: string;
  export default address;
}
