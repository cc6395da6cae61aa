/** Settings as lines to paste into a shell. Without `export`, the next command would not see them. */
export const exportLines = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).map(([name, value]) => `export ${name}=${value}`)
