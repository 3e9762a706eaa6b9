/**
 * Code that comes when it is first asked for. Its promise is kept: `import()` takes a task each time, and a page that is being
 * printed runs none. A failure is not kept.
 */
export function kept<Code>(bring: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | undefined;
  return () =>
    (code ??= bring().catch((error: unknown) => {
      code = undefined;
      throw error;
    }));
}
