/** Regular expressions for numbers in text, which JSON Schema can't bound otherwise. */

/** A pattern that matches the decimal digits of every whole number from `min` to `max`, and nothing else. `min` ≥ 1. */
export function decimalRange(min: number, max: number): string {
  const parts: string[] = []
  for (let from = min; from <= max; ) {
    const to = endOfBlock(from, max)
    parts.push(blockPattern(String(from), String(to)))
    from = to + 1
  }
  return `^(${parts.join('|')})$`
}

/** The last number of the longest range from `from` that one pattern of digits matches. */
function endOfBlock(from: number, max: number): number {
  let end = from
  for (let size = 10; from % (size / 10) === 0; size *= 10) {
    // The digit above the free ones runs up to 9, or as far as `max` lets a whole block of them.
    const unit = size / 10
    const top = from - (from % size) + size - 1
    const last = Math.min(top, max - ((max + 1) % unit))
    if (last < from || String(last).length !== String(from).length) break
    end = last
    if (last !== top) break
  }
  return end
}

/** Digits of two numbers that agree, then one that ranges, then any. */
function blockPattern(from: string, to: string): string {
  const ranges = Array.from(from, (digit, n) => (digit === to[n] ? digit : `[${digit}-${to[n]}]`)).join('')
  const free = /(\[0-9\])+$/.exec(ranges)?.[0].length ?? 0
  return ranges.slice(0, ranges.length - free) + (free > 0 ? `[0-9]{${free / '[0-9]'.length}}` : '')
}
