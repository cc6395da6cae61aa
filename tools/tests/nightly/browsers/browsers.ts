/** The browsers in KEYWRIGHT_BROWSER, KEYWRIGHT_FIREFOX and KEYWRIGHT_WEBKIT. */
import { openPuppeteer, type Window } from './puppeteer.ts'
import type { Reader } from './reader.ts'
import { openWebKit } from './webKit.ts'

export interface Browser {
  readonly name: string
  /** Undefined if the browser is not installed. */
  readonly open: ((window: Window) => Promise<Reader>) | undefined
}

const where = (variable: string, open: (path: string, window: Window) => Promise<Reader>) => {
  const path = process.env[variable]
  return path ? (window: Window) => open(path, window) : undefined
}

export const browsers: readonly Browser[] = [
  {
    name: 'Chromium',
    open: where('KEYWRIGHT_BROWSER', (path, window) => openPuppeteer('chrome', path, window)),
  },
  {
    name: 'Firefox',
    open: where('KEYWRIGHT_FIREFOX', (path, window) => openPuppeteer('firefox', path, window)),
  },
  { name: 'WebKit', open: where('KEYWRIGHT_WEBKIT', openWebKit) },
]
