export function relatedTests(
  changed: readonly string[],
  sources: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, string>,
): string[]
