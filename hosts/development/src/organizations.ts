/** Creates empty organizations, each with a root user and an API key. */

import type { Engine } from '@keywright/engine'
import type { HostRows } from '@keywright/host'
import { generateApiKeyPair } from '@keywright/keys'

export interface DevOrganization {
  readonly organizationId: string
  readonly organizationName: string
  readonly rootUserId: string
  /** API key of the root user; P-256, hex. */
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
  /** Milliseconds since 1970, by the host's clock. */
  readonly createdAt: number
}

/** Features that are disabled by default in parent organizations, and enabled here for developers. */
const FEATURES = {
  FEATURE_NAME_EMAIL_AUTH: '',
  FEATURE_NAME_EMAIL_RECOVERY: '',
  FEATURE_NAME_OTP_EMAIL_AUTH: '',
  FEATURE_NAME_SMS_AUTH: '',
}

/** Name of the first organization, which recorded outputs show. */
const DEFAULT_NAME = 'Acme'
const TABLE = 'organizations'
const MAX_NAME_LENGTH = 255

export interface Organizations {
  /** The organizations created here, newest first. */
  list(): Promise<DevOrganization[]>
  create(organizationName?: string): Promise<DevOrganization>
}

export function createOrganizations(
  rows: HostRows,
  engine: Engine,
  random: (length: number) => Uint8Array,
): Organizations {
  return {
    async list() {
      const made = await rows.list<DevOrganization>(TABLE)
      return made.sort((a, b) => b.createdAt - a.createdAt)
    },
    async create(organizationName = DEFAULT_NAME) {
      const { publicKey, privateKey } = generateApiKeyPair(random)
      const name = organizationName.slice(0, MAX_NAME_LENGTH)
      const { organizationId, rootUserId } = await createWithRootKey(engine, name, publicKey)
      const made: DevOrganization = {
        organizationId,
        organizationName: name,
        rootUserId,
        apiKey: { publicKey, privateKey },
        createdAt: engine.ports.clock(),
      }
      await rows.put(TABLE, organizationId, made)
      return made
    },
  }
}

/** Creates an organization whose only root user has this API key. */
export async function createWithRootKey(engine: Engine, organizationName: string, publicKey: string) {
  const { organizationId, rootUserIds } = await engine.createOrganization({
    organizationName,
    rootUsers: [
      {
        userName: 'Root user',
        userEmail: 'user@example.com',
        apiKeys: [{ apiKeyName: 'Development key', publicKey }],
      },
    ],
    features: FEATURES,
  })
  return { organizationId, rootUserId: rootUserIds[0]! }
}
