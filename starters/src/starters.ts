/** The starters, and where their files are. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Description {
  readonly about: string
  /** Folders under `projects/` whose files it consists of. Later ones replace files of earlier ones. */
  readonly layers: readonly string[]
}

const COMMON = 'shared/common'
const BACKEND = [COMMON, 'shared/backend', 'shared/chain']

export const STARTERS = {
  app: {
    about: 'a React app on Vite: sign-up with a passkey, a wallet, payments, recovery by email',
    layers: [...BACKEND, 'shared/wallet', 'app'],
  },
  next: {
    about: 'the same React app on Next.js',
    layers: [...BACKEND, 'shared/wallet', 'next'],
  },
  service: {
    about: 'a Node service on Hono that makes payouts within policies, with approvals',
    layers: [...BACKEND, 'shared/payouts', 'service'],
  },
  express: {
    about: 'the same service on Express',
    layers: [...BACKEND, 'shared/payouts', 'express'],
  },
  script: { about: 'one script that creates a wallet and signs', layers: [COMMON, 'script'] },
} as const satisfies Record<string, Description>

export type Starter = keyof typeof STARTERS

export const isStarter = (name: string | undefined): name is Starter =>
  name !== undefined && Object.hasOwn(STARTERS, name)

/** The folders that a starter consists of, in order. */
export function foldersOf(starter: Starter): string[] {
  // In the package they are next to the code, in the repository next to `src`.
  const packaged = fileURLToPath(new URL('./projects', import.meta.url))
  const base = existsSync(packaged) ? packaged : fileURLToPath(new URL('../projects', import.meta.url))
  return STARTERS[starter].layers.map((layer) => `${base}/${layer}`)
}
