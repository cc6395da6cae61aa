/** Takes a passkey from creation to an accepted request. */
import { fromCoseKey, parseBase64url, toHex } from '@keywright/keys'
import type { Workbench } from '../../kit/workbench.ts'
import { type Inspection, inspectStamp } from '../stamp-inspector/inspectStamp.ts'
import { clientOf, type Device, type MadePasskey, makePasskey, signUp } from './passkeys.ts'

export const RESIDENT_KEYS = ['required', 'preferred', 'discouraged'] as const
export type ResidentKey = (typeof RESIDENT_KEYS)[number]

export interface Registered extends MadePasskey {
  readonly device: Device
  readonly organizationId: string
}

/** @throws PasskeyError, KeywrightError */
export async function register(
  bench: Workbench,
  device: Device,
  residentKey: ResidentKey,
): Promise<Registered> {
  const authenticatorSelection = { residentKey, userVerification: 'preferred' } as const
  const made = await makePasskey(device, { authenticatorSelection })
  return { ...made, device, organizationId: await signUp(bench, made.authenticator) }
}

export interface SignedRequest {
  readonly body: string
  readonly inspection: Inspection
  /** The user name that the engine returned. */
  readonly username: string
}

/**
 * Calls `whoami` with a request that the passkey signs.
 * @param byId whether to pass the passkey's id, which a non-discoverable passkey needs
 * @throws PasskeyError if no passkey is found, KeywrightError if the engine rejects the request
 */
export async function signWhoami(
  bench: Workbench,
  { device, organizationId, authenticator }: Registered,
  byId: boolean,
): Promise<SignedRequest> {
  const { credentialId } = authenticator.attestation
  const client = clientOf(bench, device, organizationId, byId ? credentialId : undefined)
  const request = await client.stampWhoami()
  const { username, userId } = await client.send(request)
  const { authenticators } = await bench.client.getAuthenticators({ organizationId, userId })
  const { publicKey } = authenticators.find((one) => one.credentialId === credentialId)!.credential
  const { body, stamp } = request
  const passkeyPublicKey = toHex(fromCoseKey(parseBase64url(publicKey, 'public key')))
  const inspection = await inspectStamp({ body, header: stamp.stampHeaderValue, passkeyPublicKey })
  return { body, inspection, username }
}
