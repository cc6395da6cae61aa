/** Stamps a body as a sandbox user with an API key, a software passkey or a session. */
import {
  createStamp,
  generateP256KeyPair,
  openCredentialBundle,
  platformRandom,
  toHex,
  toStampHeader,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import type { Passkey } from '@keywright/keys/passkey'
import type { Sandbox } from '@keywright/sandbox'
import { softwarePasskey } from './softwarePasskey.ts'

export const METHODS = {
  apiKey: 'API key',
  passkey: 'Software passkey',
  session: 'Session (a short-lived key)',
  readOnly: 'Read-only session',
  recovery: 'Recovery credential',
} as const
export type Method = keyof typeof METHODS

export interface Signer {
  readonly sandbox: Sandbox
  /** The user's organization. */
  readonly organizationId: string
  readonly userId: string
  readonly method: Method
}

export interface Header {
  readonly name: string
  readonly value: string
}

/** @throws Error with the engine's message if the user can't have such a credential */
export async function stampBody(signer: Signer, body: string): Promise<Header> {
  const bytes = toUtf8(body)
  switch (signer.method) {
    case 'apiKey':
      return stampByKey(signer, body)
    case 'passkey':
      return { name: 'X-Stamp-Webauthn', value: (await passkeyOf(signer)).stamp(bytes) }
    case 'session':
      return stampWith(await sessionKeyOf(signer), bytes)
    case 'recovery':
      return stampWith(await recoveryKeyOf(signer), bytes)
    case 'readOnly':
      return { name: 'X-Session', value: await readOnlySessionOf(signer) }
  }
}

function stampWith(privateKey: Uint8Array, body: Uint8Array): Header {
  const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', body, toHex(privateKey))
  return { name: 'X-Stamp', value: toStampHeader(stamp) }
}

/** The sandbox stamps with a key it holds for the user, or creates one. */
async function stampByKey({ sandbox, organizationId, userId }: Signer, body: string): Promise<Header> {
  const { stampHeaderName, stampHeaderValue } = await sandbox.dev<{
    stampHeaderName: string
    stampHeaderValue: string
  }>('POST', '/dev/stamps', { organizationId, userId, body })
  return { name: stampHeaderName, value: stampHeaderValue }
}

/** Credentials created on this page, by organization, user and kind. */
const made = new Map<string, Promise<unknown>>()

async function once<T>({ organizationId, userId, method }: Signer, make: () => Promise<T>): Promise<T> {
  const key = `${organizationId} ${userId} ${method}`
  const known = made.get(key) ?? make()
  made.set(key, known)
  try {
    return (await known) as T
  } catch (error) {
    made.delete(key)
    throw error
  }
}

/** Call after a sandbox reset or a clock change, which invalidate the credentials. */
export const forgetCredentials = (): void => made.clear()

const PASSKEY_NAME = 'API console'

const passkeyOf = (signer: Signer): Promise<Passkey> =>
  once(signer, async () => {
    const { sandbox, organizationId, userId } = signer
    const view = await sandbox.dev<{
      users: { userId: string; authenticators: { authenticatorId: string; authenticatorName: string }[] }[]
    }>('GET', `/dev/organizations/${organizationId}`)
    const old = view.users
      .find((user) => user.userId === userId)
      ?.authenticators.filter((one) => one.authenticatorName === PASSKEY_NAME)
    // Passkeys of earlier pages lost their key and would use up the limit of ten per user.
    if (old && old.length > 0)
      await submit(signer, 'delete_authenticators', 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
        userId,
        authenticatorIds: old.map((one) => one.authenticatorId),
      })
    const passkey = softwarePasskey()
    await submit(signer, 'create_authenticators', 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
      userId,
      authenticators: [passkey.register(PASSKEY_NAME)],
    })
    return passkey
  })

const sessionKeyOf = (signer: Signer): Promise<Uint8Array> =>
  once(signer, async () => {
    const target = generateP256KeyPair(platformRandom)
    const result = await submit(
      signer,
      'create_read_write_session',
      'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
      { userId: signer.userId, targetPublicKey: toHex(uncompressP256PublicKey(target.publicKey)) },
    )
    return openCredentialBundle(String(result['credentialBundle']), target.privateKey)
  })

/** A credential is good for one recovery, so each request gets its own. @throws Error if the user has no email address */
async function recoveryKeyOf(signer: Signer): Promise<Uint8Array> {
  const { sandbox, organizationId, userId } = signer
  const { users } = await sandbox.dev<{ users: { userId: string; userEmail?: string }[] }>(
    'GET',
    `/dev/organizations/${organizationId}`,
  )
  const email = users.find((user) => user.userId === userId)?.userEmail
  if (!email) throw new Error('This user has no email address to send a recovery credential to.')
  const target = generateP256KeyPair(platformRandom)
  await submit(signer, 'init_user_email_recovery', 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', {
    email,
    targetPublicKey: toHex(uncompressP256PublicKey(target.publicKey)),
  })
  const [letter] = await sandbox.inbox.list({ to: email })
  return openCredentialBundle(String(letter?.template['bundle']), target.privateKey)
}

const readOnlySessionOf = (signer: Signer): Promise<string> =>
  once(signer, async () => {
    const result = await submit(
      signer,
      'create_read_only_session',
      'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION',
      {},
    )
    return String(result['session'])
  })

/** Submits with the user's API key. @throws Error with the engine's message */
async function submit(
  signer: Signer,
  call: string,
  type: string,
  parameters: object,
): Promise<Readonly<Record<string, unknown>>> {
  const { sandbox, organizationId } = signer
  const body = JSON.stringify({
    type,
    timestampMs: String(await sandbox.clock.now()),
    organizationId,
    parameters,
  })
  const { name, value } = await stampByKey(signer, body)
  const response = await sandbox.fetch(`${sandbox.url}/public/v1/submit/${call}`, {
    method: 'POST',
    headers: { [name]: value, 'content-type': 'application/json' },
    body,
  })
  const answer = Object(await response.json())
  if (!response.ok) throw new Error(`${call}: ${answer.message}`)
  const { status, result } = answer.activity
  if (status !== 'ACTIVITY_STATUS_COMPLETED')
    throw new Error(`${call} is ${status}: this user can’t create that credential without other approvals.`)
  return Object(Object.values(Object(result))[0])
}
