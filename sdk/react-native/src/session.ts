/** The signed-in user and the session's key, as text in secure storage. */
import { ApiKeyStamper } from '@keywright/client/api-key'
import { checked, type SecureStorage } from './secureStorage.ts'

/** The session without its key. */
export interface NativeSession {
  readonly organizationId: string
  readonly userId: string
  /** Hexadecimal, as registered. */
  readonly publicKey: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface StoredSession extends NativeSession {
  /** Hexadecimal. Only this file reads and writes it. */
  readonly privateKey: string
}

const NAME = 'session'
/** Id of the organization of the last session, kept after signing out. */
const LAST_ORGANIZATION = 'organization'

/** The single session of this app, in a storage. Each method @throws NativeError `STORAGE_UNAVAILABLE` */
export function sessionStore(given: SecureStorage, now: () => number) {
  const storage = checked(given)
  return {
    /** Removes an expired or unreadable session and treats it as signed out. */
    async read(): Promise<StoredSession | undefined> {
      const text = await storage.get(NAME)
      if (text === null) return undefined
      const session = parse(text)
      if (session && session.expiresAt > now()) return session
      await storage.remove(NAME)
      return undefined
    },
    async write(session: StoredSession): Promise<void> {
      await storage.set(LAST_ORGANIZATION, session.organizationId)
      await storage.set(NAME, JSON.stringify(session))
    },
    lastOrganization: async () => (await storage.get(LAST_ORGANIZATION)) ?? undefined,
    remove: () => storage.remove(NAME),
  }
}

function parse(text: string): StoredSession | undefined {
  try {
    const { organizationId, userId, publicKey, privateKey, expiresAt } = JSON.parse(text) as StoredSession
    const isWhole =
      [organizationId, userId, publicKey, privateKey].every((one) => typeof one === 'string') &&
      Number.isFinite(expiresAt)
    return isWhole ? { organizationId, userId, publicKey, privateKey, expiresAt } : undefined
  } catch {
    return undefined
  }
}

export const stamperOf = ({ publicKey, privateKey }: StoredSession) =>
  new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })

export const withoutKey = ({
  organizationId,
  userId,
  publicKey,
  expiresAt,
}: StoredSession): NativeSession => ({
  organizationId,
  userId,
  publicKey,
  expiresAt,
})
