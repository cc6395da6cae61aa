/** What stands beneath a request is typable: each command is one of the command line's. */
import { commands } from 'keywright/src/commands.ts'
import { expect, it } from 'vitest'
import { sourceCommands, sourcesOf } from './yours.ts'

it.each(sourceCommands)('keywright %s is a command', (source) => {
  expect(commands.some(({ name }) => source === name || source.startsWith(`${name} `))).toBe(true)
})

it('names the members that are there and have something in them, at any depth', () => {
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

it('names none for a request that every server accepts as it stands', () => {
  expect(sourcesOf({ walletName: 'Main', accounts: [] })).toEqual([])
})
