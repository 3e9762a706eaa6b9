declare module "posenc:loaders" {
  /** Loads the class of a figure, by its tag. */
  export const loaders: Readonly<Record<string, () => Promise<CustomElementConstructor>>>;
}
declare module "posenc:tags" {
  /** The tags of all figures. */
  export const tags: readonly string[];
}
/** The script with all figures, beside the script that imports it. */
declare module "posenc:single" {}
