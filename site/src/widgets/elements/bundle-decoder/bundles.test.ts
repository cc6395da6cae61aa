import { generateP256KeyPair, toHex } from '@keywright/keys'
import { seededRandom } from '@keywright/keys/test'
import { describe, expect, it } from 'vitest'
import { type BundleCase, makeBundle, openBundle, tampered } from './bundles.ts'
import { type BundleKind, KINDS, STEPS } from './steps.ts'

const random = seededRandom('bundle decoder')
const failedAt = async (given: BundleCase) =>
  (await openBundle(given, random)).steps.findIndex(({ state }) => state === 'failed')

describe.each(Object.keys(KINDS) as BundleKind[])('%s', (kind) => {
  it('passes every check and shows its fields and content', async () => {
    const { steps, members, content } = await openBundle(await makeBundle(kind, random), random)
    expect(steps.map(({ state }) => state)).toEqual(STEPS[kind].map(() => 'passed'))
    expect(Object.keys(JSON.parse(members))).toContain(kind === 'credential' ? 'ciphertext' : 'dataSignature')
    expect(content).toBeDefined()
  })

  it('does not open if one byte changed', async () => {
    const opened = await openBundle(tampered(await makeBundle(kind, random)), random)
    expect(opened.content).toBeUndefined()
    expect(opened.steps.some(({ state }) => state === 'failed')).toBe(true)
  })

  it.each(['', 'x', '{', '{}', 'null', '"text"', '1'.repeat(100), 'é'.repeat(40)])(
    'fails the first check: %s',
    async (bundle) => {
      expect(await failedAt({ ...(await makeBundle(kind, random)), bundle })).toBe(0)
    },
  )
})

describe('each check fails independently', () => {
  const other = generateP256KeyPair(random)
  it.each<[BundleKind, Partial<BundleCase>, number]>([
    ['credential', { targetPrivateKey: toHex(other.privateKey) }, 1],
    ['export', { signerPublicKey: toHex(other.publicKey) }, 1],
    ['export', { organizationId: 'other' }, 3],
    ['export', { targetPrivateKey: toHex(other.privateKey) }, 4],
    ['import', { signerPublicKey: toHex(other.publicKey) }, 1],
    ['import', { organizationId: 'other' }, 3],
    ['import', { userId: 'other' }, 4],
    ['import', { targetPrivateKey: toHex(other.privateKey) }, 5],
  ])('%s %o', async (kind, change, step) => {
    expect(await failedAt({ ...(await makeBundle(kind, random)), ...change })).toBe(step)
  })

  it('a changed byte of signed data fails the signature check', async () => {
    for (const kind of ['export', 'import'] as const)
      expect(await failedAt(tampered(await makeBundle(kind, random)))).toBe(2)
  })

  it('names an invalid target key', async () => {
    const opened = await openBundle(
      { ...(await makeBundle('export', random)), targetPrivateKey: 'zz' },
      random,
    )
    expect(opened.steps[0]!.found).toContain('target private key')
  })
})
