/**
 * Pushes or replaces a history entry. Browsers throw if a page does this too often: Safari after 100 times in ten
 * seconds.
 *
 * @param address defaults to the current one
 * @returns whether it succeeded
 */
export function writeEntry(
  history: History,
  how: 'push' | 'replace',
  state: unknown,
  address?: string,
): boolean {
  try {
    history[`${how}State`](state, '', address)
    return true
  } catch {
    return false
  }
}
