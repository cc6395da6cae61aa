/** Secrets are overwritten after use, wherever they came from. */
import { expect, it } from 'vitest'
import { ETHEREUM } from '../test/callCoverage/world.ts'
import {
  addPrivateKey,
  addSubOrganization,
  createTargetKey,
  createTestEngine,
} from '../test/support/index.ts'
import { seededRandom } from '../test/support/random.ts'
import { openVault } from './vault.ts'

it('the vault overwrites a secret after use', async () => {
  const vault = openVault(new Uint8Array(32).fill(7), seededRandom('wiping'))
  const sealed = vault.seal('organization', 'key', Uint8Array.of(1, 2, 3))
  let kept: Uint8Array | undefined
  const sum = vault.open('organization', 'key', sealed, (secret) => {
    kept = secret
    return secret.reduce((total, byte) => total + byte)
  })
  expect([sum, ...kept!]).toEqual([6, 0, 0, 0])
  const later = vault.open('organization', 'key', sealed, async (secret) => {
    kept = secret
    await Promise.resolve()
    return secret[0]
  })
  expect([await later, ...kept!]).toEqual([1, 0, 0, 0])
})

it('the random bytes behind new entropy, private keys and one-time keys are overwritten', async () => {
  const made: Uint8Array[] = []
  const source = seededRandom('made')
  const engine = createTestEngine('wiping', {
    random(length) {
      const bytes = source(length)
      // Ids and nonces are shorter, and not secret.
      if (length >= 32) made.push(bytes)
      return bytes
    },
  })
  const { root } = await engine.organization()
  const isWiped = () => {
    const seen = made.splice(0)
    return seen.length > 0 && seen.every((bytes) => bytes.every((byte) => byte === 0))
  }
  made.splice(0)
  const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'w',
    accounts: [ETHEREUM],
    mnemonicLength: 24,
  })
  expect(isWiped()).toBe(true)
  for (const curve of ['CURVE_SECP256K1', 'CURVE_ED25519'] as const) {
    await addPrivateKey(root, curve, { curve })
    expect(isWiped(), curve).toBe(true)
  }
  const { targetPublicKey } = createTargetKey(engine.random)
  await root.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey })
  expect(isWiped()).toBe(true)
  const { alice, userId } = await addSubOrganization(engine, root)
  made.splice(0)
  await alice.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey })
  expect(isWiped()).toBe(true)
  await alice.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
  expect(isWiped()).toBe(true)
})
