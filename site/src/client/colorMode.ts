/** The color mode's switch: saves the choice, follows other tabs and, without a choice, the system. */

import type { ColorMode, ColorModeConfig } from '../config/types.ts'
import { wordOf } from '../shell/errorBoxTemplate.ts'
import { COLOR_MODE_KEY, resolveColorMode } from './colorModeRules.ts'
import type { Site } from './site.ts'

export function colorMode({ document, storage, announce }: Site): void {
  const root = document.documentElement
  const config: ColorModeConfig = JSON.parse(root.dataset.colorMode!)
  const system = matchMedia('(prefers-color-scheme: dark)')
  const themeColors = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
  const surfaceOf = (mode: ColorMode) => themeColors.find(({ media }) => media.includes(mode))?.content ?? ''
  /** Read once, before they follow the switch. Computed colors would make the browser style the page for them. */
  const surfaces = { light: surfaceOf('light'), dark: surfaceOf('dark') }
  const follow = () => show(resolveColorMode(config, storage.kept.read(COLOR_MODE_KEY), system.matches))

  follow()
  system.addEventListener('change', follow)
  addEventListener('storage', (event) => {
    // A key of null means that the other tab cleared everything.
    if (event.key === COLOR_MODE_KEY || event.key === null) follow()
  })
  // A page that "back" brings again as it was left has heard of nothing meanwhile.
  addEventListener('pageshow', follow)
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-color-switch]')) return
    const mode = root.dataset.theme === 'dark' ? 'light' : 'dark'
    show(mode)
    storage.kept.write(COLOR_MODE_KEY, mode)
    announce(wordOf(document, `${mode}Mode`))
  })

  function show(mode: ColorMode): void {
    root.dataset.theme = mode
    for (const meta of themeColors) meta.content = surfaces[mode]
  }
}
