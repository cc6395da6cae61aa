import { test } from '@playwright/test'
import { browsers } from './browsers.ts'
import type { Window } from './puppeteer.ts'
import type { Reader } from './reader.ts'

interface Options {
  readonly window?: Window
  /** Reasons to skip browsers, by name. */
  readonly leftOut?: Readonly<Record<string, string>>
}

/** Defines a test per installed browser. */
export function inEach(
  what: string,
  walk: (reader: Reader) => Promise<void>,
  { window = { width: 1280, height: 800 }, leftOut = {} }: Options = {},
): void {
  for (const { name, open } of browsers)
    test(`${name}: ${what}`, async () => {
      test.skip(!open, `no ${name} on this machine`)
      test.skip(name in leftOut, leftOut[name])
      const reader = await open!(window)
      try {
        await walk(reader)
      } finally {
        await reader.close()
      }
    })
}
