/** Runs at most `limit` tasks of the same name concurrently; the others wait in order of arrival. */
export function limitPlaces(limit: number): <T>(name: string, task: () => Promise<T>) => Promise<T> {
  const names = new Map<string, { taken: number; readonly waiting: (() => void)[] }>()
  return async (name, task) => {
    const places = names.get(name) ?? { taken: 0, waiting: [] }
    names.set(name, places)
    // A finished task passes its place directly to the next waiting one.
    if (places.taken >= limit) await new Promise<void>((resolve) => places.waiting.push(resolve))
    else places.taken++
    try {
      return await task()
    } finally {
      const next = places.waiting.shift()
      if (next) next()
      else if (--places.taken === 0) names.delete(name)
    }
  }
}
