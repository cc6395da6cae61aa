/** Files that need each other, by way of others too: what depends on what can no longer be read, or run, in one direction. */

export interface Importing {
  readonly fileName: string
  /** What is loaded with it, not what it loads later. */
  readonly imports: readonly string[]
}

/** Each way round, as `a.js → b.js → a.js`, once. */
export function circlesIn(files: readonly Importing[]): string[] {
  const importsOf = new Map(files.map(({ fileName, imports }) => [fileName, imports]))
  const done = new Set<string>()
  const circles: string[] = []
  function follow(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    done.add(file)
    for (const next of importsOf.get(file) ?? []) follow(next, [...way, file])
  }
  for (const { fileName } of files) follow(fileName, [])
  return circles
}
