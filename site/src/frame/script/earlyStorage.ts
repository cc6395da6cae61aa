/** Storage for scripts that run before the first paint. `storage.ts` reports unavailable storage later. */

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}
