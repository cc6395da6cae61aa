/** The browser's storage, which may be unavailable: that is a warning, once, and never an error. */

let warned = false

export function readStored(key: string): string | null {
  return attempt(() => localStorage.getItem(key)) ?? null
}

export function writeStored(key: string, value: string | null): void {
  attempt(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)))
}

/** For what lasts as long as the tab. */
export function readForTab(key: string): string | null {
  return attempt(() => sessionStorage.getItem(key)) ?? null
}

export function writeForTab(key: string, value: string | null): void {
  attempt(() => (value === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, value)))
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch (error) {
    if (!warned) {
      warned = true
      console.warn('Browser storage is unavailable; choices are forgotten when the page closes.', error)
    }
    return undefined
  }
}
