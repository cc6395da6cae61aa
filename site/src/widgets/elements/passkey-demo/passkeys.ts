/** Authenticators, the reader's own and a software one, and the attestations they return. */
import { fromBase64url, KeywrightClient, toBase64url } from '@keywright/client'
import { createAuthenticator } from '@keywright/client/dev'
import {
  type CredentialsCreator,
  type CredentialsGetter,
  createPasskey,
  WebauthnStamper,
} from '@keywright/client/webauthn'
import { decodeCBOR, decodePartialCBOR } from '@levischuck/tiny-cbor'
import { connectionTo, type Workbench } from '../../kit/workbench.ts'

export const DEVICES = [
  ['software', 'Software authenticator'],
  ['own', 'This device'],
] as const
export type DeviceKind = (typeof DEVICES)[number][0]

export interface Device {
  readonly rpId: string
  /** Undefined in a browser without WebAuthn. The SDK then throws `PASSKEY_UNSUPPORTED`. */
  readonly credentials: (CredentialsCreator & CredentialsGetter) | undefined
}

/** A new software authenticator for an example site, or the reader's own for this page's host. */
export function openDevice(kind: DeviceKind): Device {
  if (kind === 'own') return { rpId: location.hostname, credentials: navigator.credentials }
  return { rpId: 'app.example.com', credentials: createAuthenticator().credentials }
}

type Creation = Partial<PublicKeyCredentialCreationOptions>
type Authenticator = Awaited<ReturnType<typeof createPasskey>>

export interface MadePasskey {
  /** The options of the browser call as JSON, with bytes as base64url. */
  readonly options: string
  /** The value to register. */
  readonly authenticator: Authenticator
  readonly attestation: Attestation
}

/**
 * @param publicKey members that override the SDK's defaults
 * @throws PasskeyError
 */
export async function makePasskey(
  { rpId, credentials }: Device,
  publicKey: Creation = {},
): Promise<MadePasskey> {
  let asked: unknown
  const authenticator = await createPasskey({
    authenticatorName: 'Phone',
    rp: { id: rpId, name: 'Example' },
    user: { name: 'alice@example.com' },
    publicKey,
    ...(credentials && {
      credentials: {
        create(options: CredentialCreationOptions) {
          asked = options.publicKey
          return credentials.create(options)
        },
      },
    }),
  })
  const options = JSON.stringify(asked, (_, value) => (isBytes(value) ? toBase64url(value) : value), 2)
  return {
    options,
    authenticator,
    attestation: readAttestation(authenticator.attestation.attestationObject),
  }
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

/** The attestation of a new passkey (WebAuthn §6.5.1). */
export interface Attestation {
  readonly format: string
  /** COSE, RFC 9053: -7 is ES256. */
  readonly algorithm: number | undefined
  readonly isPresent: boolean
  readonly isVerified: boolean
  /** Whether a sync provider can hold a copy. */
  readonly isBackupEligible: boolean
}

/** @param attestationObject base64url */
export function readAttestation(attestationObject: string): Attestation {
  const object = decodeCBOR(fromBase64url(attestationObject)) as Map<string, unknown>
  const data = object.get('authData') as Uint8Array
  // rpIdHash (32) ‖ flags (1) ‖ counter (4) ‖ aaguid (16) ‖ length of the id (2) ‖ id ‖ key
  const keyAt = 55 + new DataView(data.buffer, data.byteOffset).getUint16(53)
  const [key] = decodePartialCBOR(data, keyAt) as [Map<number, number>, number]
  const flags = data[32]!
  return {
    format: String(object.get('fmt')),
    algorithm: key.get(3),
    isPresent: (flags & 0x01) !== 0,
    isVerified: (flags & 0x04) !== 0,
    isBackupEligible: (flags & 0x08) !== 0,
  }
}

/** Creates a sub-organization whose root user has this passkey. @throws KeywrightError */
export async function signUp(bench: Workbench, authenticator: Authenticator): Promise<string> {
  const rootUsers = [{ userName: 'Alice', apiKeys: [], authenticators: [authenticator], oauthProviders: [] }]
  const { subOrganizationId } = await bench.client.createSubOrganization({
    subOrganizationName: 'Passkeys',
    rootUsers,
    rootQuorumThreshold: 1,
  })
  return subOrganizationId
}

/** Returns a client that signs its requests with the device. */
export const clientOf = (
  { sandbox }: Workbench,
  { rpId, credentials }: Device,
  organizationId: string,
  allowed?: string,
): KeywrightClient =>
  new KeywrightClient(
    connectionTo(sandbox, organizationId),
    new WebauthnStamper({
      rpId,
      ...(credentials && { credentials }),
      ...(allowed !== undefined && { allowCredentials: [{ id: allowed }] }),
    }),
  )
