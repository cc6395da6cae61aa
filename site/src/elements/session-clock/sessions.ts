/** Sessions of the root user of the sandbox's organization, and whether the engine still takes them. */
import { ApiKeyStamper, generateApiKeyPair } from '@keywright/api-key-stamper'
import { KeywrightClient } from '@keywright/client'
import {
  generateP256KeyPair,
  openCredentialBundle,
  p256PublicKeyOf,
  platformRandom,
  toHex,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { sandboxNow, type Workbench } from '../kit/workbench.ts'
import { KINDS, type SessionKind } from './kinds.ts'

export interface OpenSession {
  readonly kind: SessionKind
  readonly title: string
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly expiresAt: number
  readonly client: KeywrightClient
}

export type SessionState =
  | { readonly isAlive: true }
  /** With the engine's words. */
  | { readonly isAlive: false; readonly message: string }

const OPEN: Readonly<Record<SessionKind, (bench: Workbench, seconds: number) => Promise<KeywrightClient>>> = {
  async apiKey(bench, seconds) {
    const pair = await generateApiKeyPair()
    const { apiPublicKey: publicKey, curveType } = pair
    const apiKeyName = `Session clock ${publicKey.slice(2, 10)}`
    await bench.client.createApiKeys({
      userId: bench.organization.rootUserId,
      apiKeys: [{ apiKeyName, publicKey, curveType, expirationSeconds: String(seconds) }],
    })
    return clientWith(bench, new ApiKeyStamper(pair))
  },
  async readWrite(bench, seconds) {
    const target = generateP256KeyPair(platformRandom)
    const { credentialBundle } = await bench.client.createReadWriteSession({
      targetPublicKey: toHex(uncompressP256PublicKey(target.publicKey)),
      expirationSeconds: String(seconds),
    })
    const privateKey = await openCredentialBundle(credentialBundle, target.privateKey)
    return clientWith(
      bench,
      new ApiKeyStamper({
        apiPublicKey: toHex(p256PublicKeyOf(privateKey)),
        apiPrivateKey: toHex(privateKey),
      }),
    )
  },
  async readOnly(bench) {
    const { session } = await bench.client.createReadOnlySession({})
    return clientWith(bench, {
      stamp: async () => ({ stampHeaderName: 'X-Session', stampHeaderValue: session }),
    })
  },
}

type Stamper = ConstructorParameters<typeof KeywrightClient>[1]

const clientWith = ({ sandbox, organization }: Workbench, stamper: Stamper) =>
  new KeywrightClient(
    {
      baseUrl: sandbox.url,
      organizationId: organization.organizationId,
      now: sandboxNow,
      fetch: (request) => sandbox.fetch(request),
    },
    stamper,
  )

/** One of each kind. @throws KeywrightError */
export async function openSessions(bench: Workbench): Promise<OpenSession[]> {
  const sessions: OpenSession[] = []
  for (const { id, title, seconds } of KINDS) {
    const openedAt = await bench.sandbox.clock.now()
    const client = await OPEN[id](bench, seconds)
    sessions.push({ kind: id, title, expiresAt: openedAt + seconds * 1000, client })
  }
  return sessions
}

/** Asks the engine. Never throws. */
export async function stateOf({ client }: OpenSession): Promise<SessionState> {
  try {
    await client.whoami()
    return { isAlive: true }
  } catch (error) {
    return { isAlive: false, message: error instanceof Error ? error.message : String(error) }
  }
}

/** `14:59`, of hours `1:00:00`. @param milliseconds below zero counts as none */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
