import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AtRule, type Container, type Document, parse } from 'postcss'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('..', import.meta.url))
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

/** Conditions around a declaration. */
function supportsAround(at: Container | Document | undefined): string[] {
  if (!at) return []
  const own = at.type === 'atrule' && (at as AtRule).name === 'supports' ? [(at as AtRule).params] : []
  return [...own, ...supportsAround(at.parent)]
}

it('estimates sizes of deferred content only where the browser anchors what is being read', () => {
  const deferred: string[] = []
  for (const sheet of sheets)
    parse(readFileSync(join(src, sheet), 'utf8')).walkDecls('content-visibility', ({ value, parent }) => {
      if (value !== 'auto') return
      deferred.push(sheet)
      expect(supportsAround(parent as Container), sheet).toContain('(overflow-anchor: auto)')
    })
  expect(deferred.length).toBeGreaterThanOrEqual(2)
})
