/** Color mode switch: stores the choice and follows other tabs, or the system without a choice. */

import { darkMode, lightMode } from '../../config/scriptWords.ts'
import type { ColorMode, ColorModeConfig } from '../../config/types.ts'
import { COLOR_MODE_KEY, resolveColorMode } from './colorModeRules.ts'
import type { Site } from './site.ts'

export function colorMode({ document, storage, announce }: Site): void {
  const root = document.documentElement
  const config: ColorModeConfig = JSON.parse(root.dataset.colorMode!)
  const system = matchMedia('(prefers-color-scheme: dark)')
  const themeColors = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
  const surfaceOf = (mode: ColorMode) => themeColors.find(({ media }) => media.includes(mode))?.content ?? ''
  /** Read once from the markup. Computed colors would force a style recalculation. */
  const surfaces = { light: surfaceOf('light'), dark: surfaceOf('dark') }
  const follow = () => show(resolveColorMode(config, storage.kept.read(COLOR_MODE_KEY), system.matches))

  follow()
  system.addEventListener('change', follow)
  addEventListener('storage', (event) => {
    // A null key means that another tab cleared the storage.
    if (event.key === COLOR_MODE_KEY || event.key === null) follow()
  })
  // A page from the back/forward cache missed the storage events.
  addEventListener('pageshow', follow)
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-color-switch]')) return
    const mode = root.dataset.theme === 'dark' ? 'light' : 'dark'
    show(mode)
    storage.kept.write(COLOR_MODE_KEY, mode)
    announce(mode === 'dark' ? darkMode : lightMode)
  })

  function show(mode: ColorMode): void {
    root.dataset.theme = mode
    for (const meta of themeColors) meta.content = surfaces[mode]
  }
}
