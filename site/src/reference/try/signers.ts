/** Stamps a body as a sandbox user with an API key, a software passkey or a session. */
import { KeywrightClient, type Stamp, type Stamper } from '@keywright/client'
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
import { connectionTo } from '../../widgets/kit/workbench.ts'
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

/** @throws KeywrightError if the user can't have such a credential, or not without other approvals */
export async function stampBody(signer: Signer, body: string): Promise<Header> {
  const bytes = toUtf8(body)
  switch (signer.method) {
    case 'apiKey': {
      const { stampHeaderName: name, stampHeaderValue: value } = await keyStamper(signer).stamp(body)
      return { name, value }
    }
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
const keyStamper = ({ sandbox, organizationId, userId }: Signer): Stamper => ({
  stamp: (body) => sandbox.dev<Stamp>('POST', '/dev/stamps', { organizationId, userId, body }),
})

const clientOf = (signer: Signer): KeywrightClient =>
  new KeywrightClient(connectionTo(signer.sandbox, signer.organizationId), keyStamper(signer))

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
      await clientOf(signer).deleteAuthenticators({
        userId,
        authenticatorIds: old.map((one) => one.authenticatorId),
      })
    const passkey = softwarePasskey()
    await clientOf(signer).createAuthenticators({
      userId,
      authenticators: [passkey.register(PASSKEY_NAME)],
    })
    return passkey
  })

const sessionKeyOf = (signer: Signer): Promise<Uint8Array> =>
  once(signer, async () => {
    const target = generateP256KeyPair(platformRandom)
    const { credentialBundle } = await clientOf(signer).createReadWriteSession({
      userId: signer.userId,
      targetPublicKey: toHex(uncompressP256PublicKey(target.publicKey)),
    })
    return openCredentialBundle(credentialBundle, target.privateKey)
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
  await clientOf(signer).initUserEmailRecovery({
    email,
    targetPublicKey: toHex(uncompressP256PublicKey(target.publicKey)),
    emailCustomization: { appName: 'Acme' },
  })
  const [letter] = await sandbox.inbox.list({ to: email })
  return openCredentialBundle(String(letter?.template['bundle']), target.privateKey)
}

const readOnlySessionOf = (signer: Signer): Promise<string> =>
  once(signer, async () => (await clientOf(signer).createReadOnlySession({})).session)
