/** An ordinary page load as the answer to a part of the site that cannot be had, once per part and tab. */

import { readForTab, writeForTab } from './storage.ts'

const key = (part: string) => `reloaded ${part}`

/** Loads `address` unless that was tried for this part before. Answers whether it does. */
export function reloadOnce(part: string, address: string): boolean {
  if (readForTab(key(part))) return false
  writeForTab(key(part), 'true')
  // Without storage there is no telling a second time from a first, and reloading forever is worse.
  if (!readForTab(key(part))) return false
  if (address === location.pathname + location.search + location.hash) location.reload()
  else location.assign(address)
  return true
}

reloadOnce.forget = (part: string) => writeForTab(key(part), null)
