/** A reproducible sample of cases that contains every kind. */

/** @param count cases per kind; undefined for all @param salt selects a different sample */
export function sampleByKind<T extends { readonly kind: string }>(
  cases: Iterable<T>,
  count: number | undefined,
  salt: string,
): T[] {
  if (count === undefined) return [...cases]
  const kinds = new Map<string, T[]>()
  for (const one of cases) {
    const known = kinds.get(one.kind)
    if (known) known.push(one)
    else kinds.set(one.kind, [one])
  }
  return [...kinds].flatMap(([kind, all]) => {
    const start = hashOf(`${salt} ${kind}`) % all.length
    return Array.from({ length: Math.min(count, all.length) }, (_, n) => all[(start + n) % all.length]!)
  })
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193) >>> 0
  return hash
}
