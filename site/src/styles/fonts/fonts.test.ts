/** The fonts are small, never swap within a document, and have fallbacks with the same metrics. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url))
const faces = [
  ...read('../fonts.css')
    .toString()
    .matchAll(/@font-face \{(.*?)\}/gs),
].map(([, rule]) =>
  Object.fromEntries([...rule!.matchAll(/([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!])),
)
const ours = faces.filter(({ src }) => src!.startsWith('url'))
const fallbacks = faces.filter(({ src }) => src!.startsWith('local'))

it('preloads at most 24 KB before the first paint', () => {
  expect(read('text.woff2').length + read('code.woff2').length).toBeLessThanOrEqual(24 * 1024)
})

it('shows text in no face that comes late', () => {
  expect(ours.map((face) => face['font-display'])).toEqual(['optional', 'optional'])
})

describe('the fallback of the text font', () => {
  const text = fallbacks.filter((face) => face['font-family']!.startsWith('"Keywright Text'))
  const { ascent, descent } = metricsOf(read('card-text.ttf'))

  it.each(text)('has its line height at weight $font-weight', (face) => {
    const percent = (name: string) => Number.parseFloat(face[name]!) / 100
    const scale = percent('size-adjust')
    expect(percent('ascent-override') * scale).toBeCloseTo(ascent, 2)
    expect(percent('descent-override') * scale).toBeCloseTo(descent, 2)
  })
})

/** Ascent and descent in parts of the font size (OpenType, `hhea` and `head`). */
function metricsOf(file: Buffer): { ascent: number; descent: number } {
  const tableAt = (tag: string) => {
    for (let record = 12; ; record += 16)
      if (file.toString('latin1', record, record + 4) === tag) return file.readUInt32BE(record + 8)
  }
  const unitsPerEm = file.readUInt16BE(tableAt('head') + 18)
  const hhea = tableAt('hhea')
  return {
    ascent: file.readInt16BE(hhea + 4) / unitsPerEm,
    descent: -file.readInt16BE(hhea + 6) / unitsPerEm,
  }
}
