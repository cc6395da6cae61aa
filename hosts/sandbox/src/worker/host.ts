/** The development hosts inside the worker. */
import type { SandboxSettings } from '../protocol.ts'
import { openInMemory, type SandboxHost } from './memory.ts'

/**
 * @param owner a unique name
 * @param onTaken called if another worker takes over the database
 */
export async function openHost(
  settings: SandboxSettings,
  owner: string,
  onTaken: () => void,
): Promise<SandboxHost> {
  // Most runs create a wallet, so fetch what that needs while the state opens. A failure shows with the wallet's call.
  void import('@keywright/keys/derivation').catch(() => undefined)
  if (settings.storage === 'memory') return openInMemory(settings)
  return (await import('./stored.ts')).openStored(settings, owner, onTaken)
}
