/** Few at a time, whoever comes. */

/** Runs at most so many tasks of a name at once, the others in the order in which they came. */
export function limitPlaces(limit: number): <T>(name: string, task: () => Promise<T>) => Promise<T> {
  const names = new Map<string, { taken: number; readonly waiting: (() => void)[] }>()
  return async (name, task) => {
    const places = names.get(name) ?? { taken: 0, waiting: [] }
    names.set(name, places)
    // Whoever leaves hands its place on, so that nobody comes between.
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
