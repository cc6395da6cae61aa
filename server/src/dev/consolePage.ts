/** The page of `/dev`: in a package it lies beside the program, in the sources it is built when somebody first wants it. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@keywright/inspector/build'

/** Where packaging puts it (`scripts/packages/buildBundle.ts`). */
const PACKED = new URL('./console.json', import.meta.url)

let page: Promise<Page> | undefined

export function readConsolePage(): Promise<Page> {
  page ??= readFile(PACKED, 'utf8').then(
    (text) => JSON.parse(text) as Page,
    async () => (await import('@keywright/inspector/build')).buildPage(),
  )
  // A failure is no answer for ever.
  page.catch(() => {
    page = undefined
  })
  return page
}
