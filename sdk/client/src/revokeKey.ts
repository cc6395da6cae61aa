/** Ending a session: its key is deleted from the API. */
import type { Connection } from './connection.ts'
import { deleteApiKeys, getApiKeys } from './generated/calls.ts'

/**
 * Deletes an API key by the key itself, where that is possible: who is offline or may not delete keys leaves it to its
 * expiry.
 * @param connect makes what stamps by the key; a key that cannot stamp any more is left too
 * @param key whose it is, and its public half in hexadecimal
 * @returns whether the key is gone
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
