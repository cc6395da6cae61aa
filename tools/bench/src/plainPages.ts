/** Two plain HTML pages that a page of the site is compared with. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'

/** Addresses of the two pages on the folder's server. */
export interface PlainPages {
  /** The whole page including menus and footer, without style sheets and scripts. */
  readonly plain: string
  /** Only the contents of `<main>`. */
  readonly words: string
}

/** @param dist the folder of the built site; the two pages are added to it */
export async function plainPages(browser: Browser, dist: string, route: string): Promise<PlainPages> {
  const file = route.endsWith('/') ? `${route}index` : route
  const page = await browser.newPage()
  const { title, main, whole } = await page.evaluate(
    (html) => {
      const { title, documentElement: root } = new DOMParser().parseFromString(html, 'text/html')
      for (const one of root.querySelectorAll('style, script, link:is([rel="stylesheet"], [rel="expect"])'))
        one.remove()
      return { title, main: root.querySelector('main')!.innerHTML, whole: root.outerHTML }
    },
    readFileSync(join(dist, `${file}.html`), 'utf8'),
  )
  await page.close()
  const name = file.replaceAll('/', '-')
  writeFileSync(join(dist, `plain${name}.html`), `<!doctype html>${whole}`)
  writeFileSync(join(dist, `words${name}.html`), wordsOf(title, main))
  return { plain: `/plain${name}`, words: `/words${name}` }
}

const wordsOf = (title: string, main: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body>${main}</body></html>`
