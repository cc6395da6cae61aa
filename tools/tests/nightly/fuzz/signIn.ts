/** Targets for what a sign-in sends. Whatever is accepted proves what the one good input proves, and nothing else. */
import { deepStrictEqual } from 'node:assert'
import { parseBase64url, toBase64url, toUtf8 } from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import {
  flawOf,
  readAttestation,
  verifyWebAuthnStamp,
} from '../../../../engine/core/src/authenticate/webauthn.ts'
import { parseWebAuthnStamp } from '../../../../engine/core/src/authenticate/webauthnStamp.ts'
import { identityOf, verifyOidcToken } from '../../../../engine/core/src/calls/oauthProviders/readIdentity.ts'
import type { PrepareContext } from '../../../../engine/core/src/context.ts'
import { openFetchJson } from '../../../../engine/core/src/http/fetchJson.ts'
import type { Ports } from '../../../../engine/core/src/ports.ts'
import { createIssuer } from '../../../../engine/core/test/support/issuer.ts'
import { seededRandom } from '../../../../engine/core/test/support/random.ts'

const passkey = createPasskey({ random: seededRandom('fuzz') })
const { attestation: registered, challenge } = passkey.register()
const BODY = toUtf8('{"organizationId":"x"}')
const OTHER_BODY = toUtf8('{"organizationId":"y"}')
const goodStamp = passkey.stamp(BODY)

/** Inputs that are accepted, from which a run starts. */
export const seeds: Readonly<Record<string, string | Uint8Array>> = {
  webauthnStamp: goodStamp,
  attestation: parseBase64url(registered.attestationObject, 'attestation'),
  clientData: parseBase64url(registered.clientDataJson, 'client data'),
  oidcToken: Uint8Array.of(1, 0, 0, 0),
  issuerDocument: Uint8Array.of(0, 1, 0, 0, 0),
  oidcClaims: '{"sub":"bob"}',
}

const read = (changes: Partial<typeof registered>, made = challenge) =>
  readAttestation({ ...registered, ...changes }, made, undefined, 'attestation')

/** The answer is four texts about the registered passkey. */
async function registers(changes: Partial<typeof registered>): Promise<void> {
  const answer = await read(changes)
  deepStrictEqual(
    Object.values(answer).map((value) => typeof value),
    Array(4).fill('string'),
  )
  deepStrictEqual(answer.credentialId, passkey.credentialId)
}

export const passkeyTargets = {
  async webauthnStamp(input: Buffer) {
    const stamp = parseWebAuthnStamp(input.toString())
    const { publicKey } = await read({})
    const proves = async (body: Uint8Array) =>
      (await flawOf(stamp, body)) === undefined && verifyWebAuthnStamp(stamp, publicKey)
    deepStrictEqual(await proves(OTHER_BODY), false, 'a stamp of another body')
    if (!(await proves(BODY))) return
    // A signature has many encodings.
    const { authenticatorData, clientDataJson } = parseWebAuthnStamp(goodStamp)
    deepStrictEqual([stamp.authenticatorData, stamp.clientDataJson], [authenticatorData, clientDataJson])
  },
  /** Parses CBOR, authenticator data and COSE. */
  attestation: (input: Buffer) => registers({ attestationObject: toBase64url(input) }),
  async clientData(input: Buffer) {
    await registers({ clientDataJson: toBase64url(input) })
    const { type, challenge: signed } = JSON.parse(input.toString())
    deepStrictEqual([type, signed], ['webauthn.create', challenge])
  },
  /** Credential id, client data, attestation and challenge, separated by zero bytes. */
  attestationTexts(input: Buffer) {
    const [credentialId = '', clientDataJson = '', attestationObject = '', made] = input
      .toString()
      .split('\0')
    return read({ credentialId, clientDataJson, attestationObject }, made)
  },
}

const NOW = Date.UTC(2025, 0, 2, 3, 4, 5)
const GOOD = { issuer: 'https://id.example.com', audience: 'app', subject: 'alice' }
const IS_KEYS = /\/keys$/

/** With keys that are new in each process, so inputs change its texts, which `altered` explains. */
const opened = openIssuer()

async function openIssuer() {
  const issuer = await createIssuer({ now: () => NOW / 1000 })
  const textAt = async (path: string) => (await issuer.fetch(`${issuer.url}${path}`)).text()
  const documents = [await textAt('/.well-known/openid-configuration'), await textAt('/keys')] as const
  return { issuer, token: await issuer.token(), documents }
}

async function identityIn(token: string, fetch: Ports['fetch']) {
  const context = { now: NOW, fetchJson: openFetchJson(fetch), settings: {} } as PrepareContext
  return identityOf(await verifyOidcToken(context, token))
}

/** The good text with bytes replaced: one, the place, how many go, what comes. After a zero, any text. */
function altered(good: string, input: Buffer): string {
  if (input.length < 4 || input[0] === 0) return input.subarray(1).toString()
  const at = input.readUInt16LE(1) % (good.length + 1)
  return good.slice(0, at) + input.subarray(4).toString() + good.slice(at + input[3]!)
}

export const issuerTargets = {
  async oidcToken(input: Buffer) {
    const { issuer, token: good } = await opened
    const token = altered(good, input)
    deepStrictEqual(await identityIn(token, issuer.fetch), GOOD)
    const signed = (of: string) => of.slice(0, of.lastIndexOf('.'))
    deepStrictEqual(signed(token), signed(good), 'header and claims')
  },
  /** Claims that the issuer signed. */
  async oidcClaims(input: Buffer) {
    const { issuer } = await opened
    const token = await issuer.token(Object(JSON.parse(input.toString())))
    const identity = await identityIn(token, issuer.fetch)
    for (const text of Object.values(identity)) deepStrictEqual([typeof text, text !== ''], ['string', true])
  },
  /** The first byte selects the document and the status. */
  async issuerDocument(input: Buffer) {
    const { issuer, token, documents } = await opened
    const choice = input[0] ?? 0
    const status = [200, 200, 200, 204, 301, 404, 500][choice % 7]!
    const text = altered(documents[choice & 1]!, input.subarray(1))
    const identity = await identityIn(token, async (url) =>
      IS_KEYS.test(url) === ((choice & 1) === 1)
        ? new Response(status === 204 ? null : text, { status })
        : issuer.fetch(url),
    )
    deepStrictEqual([identity, status], [GOOD, 200])
  },
}
