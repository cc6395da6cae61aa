/** The starters, and where their files lie. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Name of each starter, a folder under `starters/` → what it is. */
export const STARTERS = {
  app: 'a React app: people sign up by a passkey and have a wallet',
  service: 'a Node service that pays within policies',
  script: 'one script that makes a wallet and signs',
} as const

export type Starter = keyof typeof STARTERS

export const isStarter = (name: string | undefined): name is Starter =>
  name !== undefined && Object.hasOwn(STARTERS, name)

/** In the package beside the code, in the repository beside `src`. */
export const folderOf = (starter: Starter): string => {
  const beside = fileURLToPath(new URL(`./starters/${starter}`, import.meta.url))
  return existsSync(beside) ? beside : fileURLToPath(new URL(`../starters/${starter}`, import.meta.url))
}
