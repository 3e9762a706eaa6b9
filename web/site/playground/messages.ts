/** Messages from the sandboxed frame to the page. The frame runs strangers' code, so the page checks all of them. */
export type Message =
  | { readonly kind: "ready" | "done" }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "array";
      /** Name of the array's type. */
      readonly type: string;
      /** The length of the reader's array; `values` may be only its first part. */
      readonly length: number;
      readonly values: ArrayLike<number>;
      readonly columns: number | undefined;
      readonly label: string;
    }
  | {
      readonly kind: "figure";
      readonly figure: string;
      readonly attributes: readonly (readonly [string, string])[];
    }
  | { readonly kind: "failed"; readonly text: string; readonly line?: number };

/** Most numbers of an array, which sandbox/show.js keeps to, and most attributes of a figure. */
const MOST = { numbers: 2 ** 22, attributes: 100 };

type Fields = Readonly<Record<string, unknown>>;

/** The data as a message; `undefined` if they are not one. */
export function messageOf(data: unknown): Message | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const fields = data as Fields;
  return isMessage(fields) ? (fields as unknown as Message) : undefined;
}

function isMessage(fields: Fields): boolean {
  const { kind, text, line, values, columns, length, type, label, figure, attributes } = fields;
  switch (kind) {
    case "ready":
    case "done":
      return true;
    case "text":
      return typeof text === "string";
    case "failed":
      return typeof text === "string" && (line === undefined || typeof line === "number");
    case "array": {
      const isWidth = columns === undefined || (Number.isSafeInteger(columns) && (columns as number) > 0);
      const isNamed = typeof type === "string" && typeof label === "string" && typeof length === "number";
      return areNumbers(values) && isWidth && isNamed;
    }
    case "figure":
      return typeof figure === "string" && arePairs(attributes);
    default:
      return false;
  }
}

/** Whether the values are a typed array of numbers, not of bigints. */
const areNumbers = (values: unknown): boolean =>
  ArrayBuffer.isView(values) &&
  "length" in values &&
  (values.length as number) <= MOST.numbers &&
  !(values instanceof BigInt64Array || values instanceof BigUint64Array);

const arePairs = (list: unknown): boolean =>
  Array.isArray(list) && list.length <= MOST.attributes && list.every(isPair);

const isPair = (pair: unknown): boolean =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string");
