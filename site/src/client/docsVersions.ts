/** The docs version that a reader prefers, remembered per docs plugin. */

import type { StorageSlot } from '../shell/services.ts'

export const versionKey = (pluginId: string) => `docs-preferred-version-${pluginId}`

/** Remembers what a link chooses: `data-remember` holds plugin and version. */
export function rememberVersion(choice: string, kept: StorageSlot): void {
  const [pluginId, version] = choice.split(' ') as [string, string]
  kept.write(versionKey(pluginId), version)
}
