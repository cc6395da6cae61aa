import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { galleryEntries } from './galleryEntries.ts'

it('links each example to the pages that show it', () => {
  const entries = galleryEntries()
  const wrong = entries.flatMap(({ id, pages }) =>
    pages.filter(({ route }) => !shows(route, id)).map(({ route }) => `${route} doesn't show ${id}`),
  )
  expect(entries.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

/** The home page shows the tour with its own element, and the build generates the API reference. */
function shows(route: string, id: string): boolean {
  if (route === '/api/') return true
  const file = `../../../content/${route.endsWith('/') ? `${route}index` : route}.mdx`
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  return source.includes(`<Example id="${id}"`) || (id === 'quickstart/tour' && source.includes('<Tour'))
}
