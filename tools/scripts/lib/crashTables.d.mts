export function tablesOf(lines: string): Map<string, string>
export function replaceTables(text: string, tables: ReadonlyMap<string, string>): string
export function replaceRows(
  text: string,
  name: string,
  rows: readonly Readonly<Record<string, string | number>>[],
): string
