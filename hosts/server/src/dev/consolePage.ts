/** The page of `/dev`: prebuilt in a package, built on the first request in a checkout. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@keywright/inspector/build'

/** Written by `tools/scripts/packages/buildBundle.ts`. */
const PACKED = new URL('./console.json', import.meta.url)

let page: Promise<Page> | undefined

export function readConsolePage(): Promise<Page> {
  page ??= readFile(PACKED, 'utf8').then(
    (text) => JSON.parse(text) as Page,
    async () => (await import('@keywright/inspector/build')).buildPage(),
  )
  // Don't cache a failure.
  page.catch(() => {
    page = undefined
  })
  return page
}
