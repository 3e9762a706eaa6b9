/// <reference types="vite/client" />

declare module "posenc:recorded" {
  /** What the first sample of the playground showed when the site was built. */
  export const recorded: readonly import("./playground/messages.ts").Message[];
}

declare module "posenc:sandbox-policy" {
  /** The Content-Security-Policy of the frame in which readers' code runs. */
  export const policy: string;
}

declare module "posenc:published" {
  /** Published config.json files: the fields about positions, and the repository from which each was read. */
  export const published: readonly import("./reference/published.ts").Published[];
}

/** The address of an entry of the package in one file. */
declare module "*?one-file" {
  const address: string;
  export default address;
}
