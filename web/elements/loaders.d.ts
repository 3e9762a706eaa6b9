declare module "posenc:loaders" {
  /** Loads the class of a figure, by its tag. */
  export const loaders: Readonly<Record<string, () => Promise<CustomElementConstructor>>>;
}
