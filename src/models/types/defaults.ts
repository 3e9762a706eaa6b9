/** Defaults of classes: the values of fields that a file leaves out. */
import others from "./data/others.json" with { type: "json" };
import transformers from "./data/transformers.json" with { type: "json" };

/** Values by the names that the fields have in the type's files; an object stands for the config of a part. */
export type Defaults = Readonly<Record<string, unknown>>;

const none: Defaults = {};
const all: Readonly<Record<string, Defaults>> = { ...transformers.types, ...others.types };

export const defaultsOf = (type: string): Defaults => (Object.hasOwn(all, type) ? all[type]! : none);

/** Whether a class of transformers has the type, and fields that the reader reads. */
export const isOfTransformers = (type: string): boolean => Object.hasOwn(transformers.types, type);
