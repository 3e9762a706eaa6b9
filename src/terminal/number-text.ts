/** Numbers as text. */

/** The shortest decimal that identifies a float32. */
export function floatText(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return `${text}`;
  }
  return `${Number(value.toPrecision(9))}`;
}

const units = ["bytes", "kB", "MB", "GB", "TB"];

export function sizeText(bytes: number): string {
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${units[unit]}`;
}
