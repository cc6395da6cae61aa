import type { ColorMode, ColorModeConfig } from '../../config/types.ts'

/** Storage key of the reader's choice. */
export const COLOR_MODE_KEY = 'theme'

/**
 * The mode to show: the stored choice, or else the system's if respected, or else the default. A site without a switch
 * ignores the stored choice, because the reader couldn't change it.
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
