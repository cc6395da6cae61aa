/** Takes a passkey from creation to an accepted request. */
import { parseBase64url, parseUtf8 } from '@keywright/keys'
import type { Workbench } from '../../kit/workbench.ts'
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
  /** JSON with the challenge and the page's origin. */
  readonly clientData: string
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
  const { username } = await client.send(request)
  const { clientDataJson } = JSON.parse(request.stamp.stampHeaderValue)
  const clientData = parseUtf8(parseBase64url(clientDataJson, 'clientDataJson'), 'clientDataJson')
  return { body: request.body, clientData, username }
}
