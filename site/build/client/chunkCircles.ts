/** Files of the client that load each other before either has run: then one finds what the other exports not there yet. */

export interface Chunk {
  readonly fileName: string
  /** What is loaded with it, not what it loads later. */
  readonly imports: readonly string[]
}

/** Each way round, as `a.js → b.js → a.js`, once. */
export function chunkCircles(chunks: readonly Chunk[]): string[] {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const done = new Set<string>()
  const circles: string[] = []
  function follow(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    done.add(file)
    for (const next of importsOf.get(file) ?? []) follow(next, [...way, file])
  }
  for (const { fileName } of chunks) follow(fileName, [])
  return circles
}
