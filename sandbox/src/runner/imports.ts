/** What a compiled example wants to have imported. */

/** What a compiled text asks for by `require`, each name once. */
export function importsOf(compiled: string): string[] {
  const names = [...compiled.matchAll(/\brequire\(\s*(['"])([^'"\n]+)\1\s*\)/g)].map((match) => match[2]!)
  return [...new Set(names)]
}

/** Whether a text of TypeScript may have elements: one that imports React. */
export const usesReact = (source: string): boolean => /\bfrom\s*["']react["']/.test(source)
