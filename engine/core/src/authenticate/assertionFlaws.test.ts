/** The refusal of a passkey's stamp names the check that failed, and of several the first. */
import { sha256, sha256Hex, signP256, toBase64url, toUtf8 } from '@keywright/keys'
import { expect, it } from 'vitest'
import type { CallRefused, Passkey } from '../../test/support/index.ts'
import { engine, inSubOrganization, sub } from '../../test/support/setting.ts'

inSubOrganization('assertion flaws')

interface Assertion {
  type: unknown
  challenge: unknown
  origin: unknown
  flags: number
  /** Signs for this passkey. */
  signer: Passkey
  /** Changes bytes after they were signed. */
  tamper: (member: string) => string
  authenticatorData?: Uint8Array
}

async function reasonOf(changes: Partial<Assertion>): Promise<string | undefined> {
  const client = engine.client(sub.organizationId, (body) => {
    const { signer, type, challenge, origin, flags, tamper } = {
      type: 'webauthn.get',
      challenge: toBase64url(toUtf8(sha256Hex(body))),
      origin: 'https://app.example.com',
      flags: 0x05,
      signer: sub.passkey,
      tamper: (text: string) => text,
      ...changes,
    }
    const clientData = toUtf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
    const rpIdHash = sha256(toUtf8('app.example.com'))
    const data = changes.authenticatorData ?? new Uint8Array([...rpIdHash, flags, 0, 0, 0, 0])
    const signature = signP256(new Uint8Array([...data, ...sha256(clientData)]), signer.keyPair.privateKey)
    const stamp = {
      authenticatorData: toBase64url(data),
      clientDataJson: toBase64url(clientData),
      credentialId: sub.passkey.credentialId,
      signature: tamper(toBase64url(signature)),
    }
    return ['X-Stamp-WebAuthn', JSON.stringify(stamp)]
  })
  try {
    await client.query('whoami')
    return undefined
  } catch (error) {
    const { errorCode, status, body } = error as CallRefused
    expect([errorCode, status]).toEqual(['PASSKEY_ASSERTION_INVALID', 401])
    return (body as { message: string }).message.replace(/^.*credential \S+: /, '')
  }
}

const UNREADABLE = 'its client data or authenticator data cannot be read'
const OTHER_CHALLENGE = 'the challenge is not the SHA-256 of this body in hex'
const raw = (text: string) => toBase64url(toUtf8(text))

it.each<[string, (() => Partial<Assertion>) | Partial<Assertion>, string | RegExp | undefined]>([
  ['nothing', {}, undefined],
  ['no verification of the user', { flags: 0x01 }, undefined],
  [
    'the type of a registration',
    { type: 'webauthn.create' },
    'its client data is not of type `webauthn.get`',
  ],
  ['no type', { type: undefined }, 'its client data is not of type `webauthn.get`'],
  ['the challenge of another body', { challenge: raw(sha256Hex(toUtf8('{}'))) }, OTHER_CHALLENGE],
  ['the digest itself as challenge', { challenge: toBase64url(sha256(toUtf8('{}'))) }, OTHER_CHALLENGE],
  ['no challenge', { challenge: undefined }, OTHER_CHALLENGE],
  ['an absent user', { flags: 0x04 }, 'user presence is missing'],
  ['short authenticator data', { authenticatorData: new Uint8Array(20) }, UNREADABLE],
  ['another passkey', () => ({ signer: engine.passkey() }), /^the signature is by no passkey with this id/],
  [
    'a changed signature',
    { tamper: (text: string) => `${text.slice(0, -4)}AAAA` },
    /^the signature is by no passkey with this id/,
  ],
])('%s', async (_, changes, reason) => {
  const found = await reasonOf(typeof changes === 'function' ? changes() : changes)
  if (reason instanceof RegExp) expect(found).toMatch(reason)
  else expect(found).toBe(reason)
})

it('an origin that the organization doesn’t allow, known only after the signature', async () => {
  await sub.alice.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
    value: 'https://app.example.com',
  })
  expect(await reasonOf({})).toBeUndefined()
  const elsewhere = { origin: 'https://app.example.com.mallory.example' }
  expect(await reasonOf(elsewhere)).toBe(
    'the origin https://app.example.com.mallory.example is not https://app.example.com',
  )
  expect(await reasonOf({ origin: undefined })).toBe('the origin undefined is not https://app.example.com')
  expect(await reasonOf({ ...elsewhere, signer: engine.passkey() })).toMatch(
    /^the signature is by no passkey/,
  )
})

it('names the first of several: type, challenge, presence, signature', async () => {
  const flaws: [string, Partial<Assertion>][] = [
    ['type', { type: 'webauthn.create' }],
    ['challenge', { challenge: '' }],
    ['presence', { flags: 0 }],
    ['signature', { signer: engine.passkey(), origin: 'https://mallory.example' }],
  ]
  for (const [n, [word]] of flaws.entries()) {
    expect(await reasonOf(Object.assign({}, ...flaws.slice(n).map(([, changes]) => changes)))).toContain(word)
  }
})
