/** Color tokens and icons derived from `brand.ts`. */

import type { Brand } from '../../brand.ts'

/** Color tokens with a light and a dark value each. */
export function brandStylesheet({ colors }: Pick<Brand, 'colors'>): string {
  const tokens = Object.entries(colors).map(
    ([name, [day, night]]) => `--${name}:light-dark(${day},${night});`,
  )
  return `@layer tokens{:root{${tokens.join('')}}}\n`
}

/** The mark on a square, in ink in light mode and brass in dark mode. */
export function brandFavicon({ mark, colors }: Pick<Brand, 'mark' | 'colors'>): string {
  const style = `<style>g{stroke:${colors.accent[0]}}@media(prefers-color-scheme:dark){g{stroke:${colors.accent[1]}}}</style>`
  return onSquare(mark, 2, style)
}

/** Icon of the site on the home screen of a phone, which rounds its corners. In pixels, as iOS asks for. */
export const TOUCH_ICON = { path: 'apple-touch-icon.png', size: 180 } as const

/** The mark in ink on paper, without transparent parts, which iOS shows in black. */
export function brandTouchIcon({ mark, colors }: Pick<Brand, 'mark' | 'colors'>): string {
  const style = `<style>g{stroke:${colors.accent[0]}}</style>`
  return onSquare(
    mark,
    8,
    `${style}<rect x="-50" y="-50" width="200" height="200" fill="${colors.surface[0]}"/>`,
  )
}

function onSquare(mark: Brand['mark'], margin: number, behind: string): string {
  const [, , width, height] = mark.viewBox.split(' ').map(Number) as [number, number, number, number]
  const size = width + 2 * margin
  const { cx, cy, r } = mark.bow
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-(width - height) / 2 - margin} ${size} ${size}">`,
    behind,
    '<g fill="none" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" transform="rotate(-45 18 10)">',
    `<circle cx="${cx}" cy="${cy}" r="${r}"/><path d="${mark.blade}"/></g></svg>\n`,
  ].join('')
}

/** Vite plugin that adds the brand's tokens to inline style sheets and emits the favicon. */
export function brandFiles(brand: Brand) {
  return {
    name: 'keywright-brand',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      return /\/styles\/(?:index|home|reference|page)\.css$/.test(id.split('?')[0]!)
        ? `${code}\n${brandStylesheet(brand)}`
        : undefined
    },
    generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): void }) {
      this.emitFile({ type: 'asset', fileName: 'favicon.svg', source: brandFavicon(brand) })
    },
  }
}
