/**
 * Makes or rewrites an entry of the history. Browsers refuse by throwing when a page asked too often: Safari after a
 * hundred times in ten seconds.
 *
 * @param address the present one where it is left out
 * @returns whether the entry is there
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
