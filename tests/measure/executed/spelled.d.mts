type Config = Record<string, unknown>;

export function wordsIn(text: string): string[];
export function spelled(value: object): Config;
