/** Ends a session by deleting its key. */
import type { Connection } from './connection.ts'
import { deleteApiKeys, getApiKeys } from './generated/calls.ts'

/**
 * Tries to delete an API key, using the key itself. If the client is offline or may not delete keys, the key stays valid
 * until it expires.
 * @param connect creates a connection that stamps with the key
 * @param key owner and public key, in hexadecimal
 * @returns whether the key was deleted
 */
export async function revokeKey(
  connect: () => Connection,
  { userId, publicKey }: { readonly userId: string; readonly publicKey: string },
): Promise<boolean> {
  try {
    const connection = connect()
    const { apiKeys } = await getApiKeys(connection, { userId })
    const own = apiKeys.find(({ credential }) => credential.publicKey === publicKey)
    if (own) await deleteApiKeys(connection, { userId, apiKeyIds: [own.apiKeyId] })
    return true
  } catch {
    return false
  }
}
