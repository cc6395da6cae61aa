export function nearTests(
  changed: readonly string[],
  sources: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, string>,
  packages: readonly string[],
): string[]
