import { createMemoryStore } from '@keywright/engine'
import { addEthereumWallet, createTestEngine } from '@keywright/engine/test'
import { expect, it } from 'vitest'
import { abbreviate, spellOut, TEXTS } from './abbreviations.ts'

it.each([...TEXTS, ...TEXTS.map((text) => JSON.stringify(text))])('restores %s', (text) => {
  const json = JSON.stringify({ [text]: [text, text + text, null] })
  expect(spellOut(abbreviate(json))).toBe(json)
})

it('restores every control character and white space', () => {
  const characters = Array.from({ length: 256 }, (_, n) => String.fromCharCode(n)).join('')
  const json = JSON.stringify({ a: characters }, undefined, '\t\r\n ')
  expect(abbreviate(json)).toBe(json)
  expect(spellOut(json)).toBe(json)
})

it('leaves a string unchanged, because the database follows it', () => {
  const json = JSON.stringify(TEXTS.join(''))
  expect(abbreviate(json)).toBe(json)
})

it('uses each text in the rows of a signature', async () => {
  const store = createMemoryStore()
  const engine = createTestEngine('abbreviations', { store })
  const { root, organizationId } = await engine.organization()
  const { addresses } = await addEthereumWallet(root)
  await root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith: addresses[0]!,
    payload: '00'.repeat(32),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  })
  const rows = await Promise.all(
    ['activities', 'journal'].map((table) => store.list(organizationId, table, { reverse: true, limit: 1 })),
  )
  const stored = rows.flat().map(({ value }) => abbreviate(JSON.stringify(value)))
  const signs = new Set([...stored.join('')].filter((character) => character < ' '))
  expect(signs.size).toBe(TEXTS.length)
})
