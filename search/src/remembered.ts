/** Work that is the same for the same text is done once. For texts of which there are so many and no more: names of pages. */
export function remembered<Value extends NonNullable<unknown>>(
  work: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = work(text)
    known.set(text, value)
    return value
  }
}
