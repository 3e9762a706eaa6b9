export function runs(): Map<string, string>;
export function onlyRead(rows: readonly string[]): string[];
