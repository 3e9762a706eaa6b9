/** The samples: files in ./samples. The first line of each is a comment with its title. */
const FILES = import.meta.glob<string>("./samples/*.js", { query: "?raw", import: "default", eager: true });

export interface Sample {
  readonly title: string;
  readonly code: string;
}

export const samples: readonly Sample[] = Object.entries(FILES)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([, code]) => ({ title: code.slice(3, code.indexOf("\n")), code }));
