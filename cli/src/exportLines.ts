/** Formats settings as lines to paste into a shell. */
export const exportLines = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).map(([name, value]) => `export ${name}=${value}`)
