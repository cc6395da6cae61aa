export function tablesOf(lines: string): Map<string, string>
export function replaceTables(text: string, tables: ReadonlyMap<string, string>): string
