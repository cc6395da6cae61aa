/** The starters, and where their files are. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Name of each starter, a folder under `starters/` → its description. */
export const STARTERS = {
  app: 'a React app: users sign up with a passkey and get a wallet',
  service: 'a Node service that pays within policies',
  script: 'one script that creates a wallet and signs',
} as const

export type Starter = keyof typeof STARTERS

export const isStarter = (name: string | undefined): name is Starter =>
  name !== undefined && Object.hasOwn(STARTERS, name)

/** The package has the starters next to its code, the repository next to `src`. */
export const folderOf = (starter: Starter): string => {
  const packaged = fileURLToPath(new URL(`./starters/${starter}`, import.meta.url))
  return existsSync(packaged) ? packaged : fileURLToPath(new URL(`../starters/${starter}`, import.meta.url))
}
