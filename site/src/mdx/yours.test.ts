/** The commands suggested below a request exist. */
import { commands } from 'keywright/src/commands.ts'
import { expect, it } from 'vitest'
import { sourceCommands, sourcesOf } from './yours.ts'

it.each(sourceCommands)('keywright %s is a command', (source) => {
  expect(commands.some(({ name }) => source === name || source.startsWith(`${name} `))).toBe(true)
})

it('finds non-empty members at any depth', () => {
  expect(
    sourcesOf({
      walletId: 'x',
      walletName: 'Main',
      userTags: [],
      users: [{ apiKeys: [{ publicKey: '02' }] }],
    }),
  ).toEqual([
    { command: 'npx keywright wallets list', members: ['walletId'] },
    { command: 'npx keywright generate api-key', members: ['publicKey'] },
  ])
})

it('reads a code from the inbox of the development server', () => {
  expect(sourcesOf({ otpId: 'x', otpCode: '123456' })).toEqual([
    { command: 'curl http://127.0.0.1:8787/dev/inbox', members: ['otpCode'] },
  ])
})

it('returns nothing for a request that works on every server', () => {
  expect(sourcesOf({ walletName: 'Main', accounts: [] })).toEqual([])
})
