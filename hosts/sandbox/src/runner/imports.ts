/** Finds the imports of a compiled example. */

/** Names passed to `require` in compiled code, without duplicates. */
export function importsOf(compiled: string): string[] {
  const names = [...compiled.matchAll(/\brequire\(\s*(['"])([^'"\n]+)\1\s*\)/g)].map((match) => match[2]!)
  return [...new Set(names)]
}

/** Whether a TypeScript source may contain JSX, because it imports React. */
export const usesReact = (source: string): boolean => /\bfrom\s*["']react["']/.test(source)
