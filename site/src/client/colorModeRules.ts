import type { ColorMode, ColorModeConfig } from '../config/types.ts'

/** Where the reader's choice is kept. */
export const COLOR_MODE_KEY = 'theme'

/**
 * The mode to show: the saved choice, else the system's where that is respected, else the default. A site
 * without a switch ignores what was saved, because the reader could not change it back.
 */
export function resolveColorMode(
  config: ColorModeConfig,
  saved: string | null,
  systemIsDark: boolean,
): ColorMode {
  if (!config.disableSwitch && (saved === 'light' || saved === 'dark')) return saved
  if (config.respectPrefersColorScheme) return systemIsDark ? 'dark' : 'light'
  return config.defaultMode
}
