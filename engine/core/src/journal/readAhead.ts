/**
 * Pages of a store. Each is requested before the page in front of it is yielded, so that the database reads while the caller
 * computes.
 * @param read the page after a row, or the first one; a page with fewer rows than `size` is the last
 */
export async function* readAhead<T>(
  size: number,
  read: (after: T | undefined) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let next: Promise<T[]> | undefined = read(undefined)
  while (next) {
    const page: T[] = await next
    next = page.length < size ? undefined : read(page.at(-1)!)
    // A caller that stops early awaits it no more.
    next?.catch(() => undefined)
    yield page
  }
}
