/** Each address of a key costs time, so keys with many formats are made in shorter pieces. */
import { addressFormats } from '@keywright/contract'
import { expect, it } from 'vitest'
import { createTestEngine } from '../support/index.ts'

it('pauses for the addresses of new keys', async () => {
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  const { root } = await createTestEngine('addresses', { pause }).organization()
  const formats = addressFormats.flatMap(({ curves, format }) =>
    curves.includes('CURVE_SECP256K1') ? format : [],
  )
  pauses = 0
  await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
    privateKeys: Array.from({ length: 8 }, (_, n) => ({
      privateKeyName: `key ${n}`,
      curve: 'CURVE_SECP256K1',
      addressFormats: formats,
      privateKeyTags: [],
    })),
  } as never)
  expect(pauses).toBe(8)
})
