import { describe, expect, it } from 'vitest'
import { brand } from '../../brand.ts'
import { brandFavicon, brandStylesheet } from './brandFiles.ts'

/** Relative luminance as defined by WCAG 2.2. */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

describe('the brand', () => {
  const { surface, panel, ...inks } = brand.colors
  const cases = Object.entries(inks).flatMap(([name, pair]) =>
    pair.map(
      (ink, mode) => [name, mode === 0 ? 'light' : 'dark', ink, surface[mode]!, panel[mode]!] as const,
    ),
  )

  it.each(cases)('%s has enough contrast in %s mode', (_name, _mode, ink, onGround, onPanel) => {
    expect(contrast(ink, onGround)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(ink, onPanel)).toBeGreaterThanOrEqual(4.5)
  })

  it('becomes tokens with a light and a dark value', () => {
    expect(brandStylesheet(brand)).toContain('--accent:light-dark(#8A5A0B,#E3B75E);')
  })

  it('draws the mark as the favicon', () => {
    expect(brandFavicon(brand)).toContain(brand.mark.blade)
  })
})
