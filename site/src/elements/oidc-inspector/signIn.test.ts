import { beforeAll, expect, test } from 'vitest'
import type { Workbench } from '../kit/workbench.ts'
import { openTestWorkbench } from '../testing/testWorkbench.ts'
import { type Desk, decodeToken, mint, openDesk, signInWith, withOtherClaims } from './signIn.ts'

let bench: Workbench
let desk: Desk
beforeAll(async () => {
  bench = await openTestWorkbench()
  desk = await openDesk(bench)
})

const failedAt = async (token: string) =>
  (await signInWith(bench, desk, token)).findIndex(({ state }) => state === 'failed')

test('a token for this key passes every check', async () => {
  const steps = await signInWith(bench, desk, await mint(bench, { nonce: desk.nonce }))
  expect(steps.map(({ state }) => state)).toEqual(Array(6).fill('passed'))
})

test.each<[string, () => Promise<string>, number]>([
  ['no token', async () => 'nonsense', 0],
  ['a token that is cut', async () => (await mint(bench, {})).slice(0, 40), 0],
  ['another person', () => mint(bench, { subject: 'mallory', nonce: desk.nonce }), 1],
  ['another app', () => mint(bench, { audience: 'other', nonce: desk.nonce }), 1],
  ['another issuer', () => mint(bench, { claims: { iss: 'https://issuer.example' } }), 1],
  [
    'changed claims',
    async () => withOtherClaims(await mint(bench, { nonce: desk.nonce }), { email: 'x' }),
    3,
  ],
  ['an old token', () => mint(bench, { nonce: desk.nonce, expiresInSeconds: -60 }), 4],
  ['another key', () => mint(bench, { nonce: '00'.repeat(32) }), 5],
  ['no nonce', () => mint(bench, {}), 5],
])('%s fails where it should', async (_, make, step) => expect(await failedAt(await make())).toBe(step))

test('decodes what can be read', async () => {
  expect(decodeToken(await mint(bench, { subject: 'bob' }))).toContain('"sub": "bob"')
  expect(decodeToken('a.b')).toBeUndefined()
})
