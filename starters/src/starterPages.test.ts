import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { STARTERS } from './starters.ts'

const content = fileURLToPath(new URL('../../site/content/', import.meta.url))
const pages = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.mdx'))
  .map((path) => ({
    route: `/${path.replace(/\.mdx$/, '')}`,
    text: readFileSync(`${content}${path}`, 'utf8'),
  }))
const quickstart = pages.find(({ route }) => route === '/getting-started/quickstart')!

it.each(Object.keys(STARTERS))(
  'a page that the quickstart links to shows the command of the starter %s',
  (name) => {
    const page = pages.find(({ text }) => text.includes(`<Starter of="${name}" />`))
    const row = quickstart.text
      .split('\n')
      .find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
    expect(row).toContain(`](${page?.route}#starter)`)
  },
)

it('pages show only starters that exist', () => {
  const shown = pages.flatMap(({ text }) =>
    [...text.matchAll(/<Starter of="([^"]*)" \/>/g)].map(([, name]) => name),
  )
  expect(shown.filter((name) => !Object.hasOwn(STARTERS, name!))).toEqual([])
})
