import { ApiError } from '@keywright/contract'
import { parseBase64url, toBase64url, toUtf8 } from '@keywright/keys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  challengeOf,
  flawOf,
  readAttestation,
  verifyWebAuthnStamp,
} from '../../../src/authenticate/webauthn.ts'
import { parseWebAuthnStamp, type WebAuthnStamp } from '../../../src/authenticate/webauthnStamp.ts'
import { createPasskey, seededRandom } from '../../support/index.ts'
import { budget, changedBytes, changedMembers, changedTexts, corpusOf } from './changes.ts'

const passkey = createPasskey({ random: seededRandom('fuzz') })
const body = toUtf8('{"organizationId":"x"}')
const registered = passkey.register()
const { credentialId, publicKey } = await read(registered.attestation)

function read(attestation: typeof registered.attestation, challenge = registered.challenge) {
  return readAttestation(attestation, challenge, undefined, 'attestation')
}

async function failsOnlyWith<T>(
  codes: readonly string[],
  attempt: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(codes).toContain(error.code)
    expect(error.message.length).toBeLessThan(1_000)
    return undefined
  }
}

describe('the WebAuthn stamp parser', () => {
  const verifies = async (stamp: WebAuthnStamp, bytes: Uint8Array) =>
    (await flawOf(stamp, bytes)) === undefined && verifyWebAuthnStamp(stamp, publicKey)
  const good = passkey.stamp(body)
  const entries = [good, ...corpusOf('webauthnStamp')]
  const verify = (header: string) =>
    failsOnlyWith(['STAMP_MALFORMED'], () => verifies(parseWebAuthnStamp(header), body))

  it('accepts the valid stamp and rejects its corpus', async () => {
    expect(await verify(good)).toBe(true)
    for (const entry of entries.slice(1)) expect(await verify(entry)).not.toBe(true)
    expect(challengeOf(body)).toMatch(/^[\w-]+$/)
  })

  it('never accepts a changed stamp for another body, and fails only with a catalog error', async () => {
    const other = toUtf8('{"organizationId":"y"}')
    const inputs = fc.oneof(changedTexts(entries), changedMembers([good]), fc.string(), fc.json())
    const property = fc.asyncProperty(inputs, async (header) => {
      await verify(header)
      const stamp = await failsOnlyWith(['STAMP_MALFORMED'], () => parseWebAuthnStamp(header))
      if (stamp) expect(await verifies(stamp, other)).toBe(false)
    })
    await fc.assert(property, budget(1_500))
  })

  it('rejects changed authenticator data and client data', async () => {
    const stamp = JSON.parse(good) as Record<string, string>
    // Signatures are left out, because one signature has many encodings.
    for (const member of ['authenticatorData', 'clientDataJson']) {
      const bytes = parseBase64url(stamp[member]!, member)
      const property = fc.asyncProperty(changedBytes([bytes]), async (changed) => {
        const header = JSON.stringify({ ...stamp, [member]: toBase64url(changed) })
        const isSame = toBase64url(changed) === stamp[member]
        expect((await verify(header)) ?? false).toBe(isSame)
      })
      await fc.assert(property, budget(500))
    }
  })
})

describe('the attestation parser', () => {
  const { attestation } = registered
  const objects = [attestation.attestationObject, ...corpusOf('attestationObject')].map((text) =>
    parseBase64url(text, 'corpus'),
  )
  const clientData = [attestation.clientDataJson, ...corpusOf('clientData')].map((text) =>
    parseBase64url(text, 'corpus'),
  )
  const readChanged = (change: object) =>
    failsOnlyWith(['ATTESTATION_INVALID'], () => read({ ...attestation, ...change }))

  it('accepts the valid attestation and rejects its corpus', async () => {
    for (const [n, bytes] of objects.entries()) {
      const answer = await readChanged({ attestationObject: toBase64url(bytes) })
      expect(answer?.credentialId).toBe(n === 0 ? credentialId : undefined)
    }
    for (const [n, bytes] of clientData.entries()) {
      const answer = await readChanged({ clientDataJson: toBase64url(bytes) })
      expect(answer?.credentialId).toBe(n === 0 ? credentialId : undefined)
    }
  })

  it('returns four strings or a catalog error for any CBOR', async () => {
    const inputs = fc.oneof(changedBytes(objects), fc.uint8Array({ maxLength: 300 }))
    const property = fc.asyncProperty(inputs, async (bytes) => {
      const answer = await readChanged({ attestationObject: toBase64url(bytes) })
      if (!answer) return
      expect(Object.values(answer).map((value) => typeof value)).toEqual(Array(4).fill('string'))
      expect(answer.credentialId).toBe(credentialId)
    })
    await fc.assert(property, budget(3_000))
  })

  it('fails only with a catalog error for any client data', async () => {
    const json = new TextDecoder().decode(clientData[0])
    const inputs = fc.oneof(
      changedBytes(clientData),
      changedMembers([json]).map(toUtf8),
      fc.json().map(toUtf8),
    )
    const property = fc.asyncProperty(inputs, async (bytes) => {
      await readChanged({ clientDataJson: toBase64url(bytes) })
    })
    await fc.assert(property, budget(1_500))
  })

  it('fails only with a catalog error for text that is not base64url', async () => {
    const inputs = fc.record(
      { credentialId: fc.string(), clientDataJson: fc.string(), attestationObject: fc.string() },
      { requiredKeys: [] },
    )
    const property = fc.asyncProperty(inputs, fc.string(), async (change, challenge) => {
      await failsOnlyWith(['ATTESTATION_INVALID'], () => read({ ...attestation, ...change }, challenge))
    })
    await fc.assert(property, budget(500))
  })
})
