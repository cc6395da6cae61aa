/** Finds import cycles, because code with cycles can't be read or run in one direction. */

export interface Importing {
  readonly fileName: string
  /** Also those of types, and those loaded later. */
  readonly imports: readonly string[]
}

/** Each cycle once, as `a.js → b.js → a.js`. */
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
