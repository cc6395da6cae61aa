import { parseShare, platformRandom, splitSecret } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { checkOf, newDeploymentKey, type RootCheck, sealDeploymentKey } from './rootSecret.ts'
import { createSeal } from './seal.ts'

it('tells the next root secret of a rotation from new shares of the one in use', () => {
  const shares = (set: string) => ({ set, count: 3, threshold: 2 })
  const check = { version: 1, shares: shares('a'), next: { version: 2, shares: shares('b') } }
  const unused = () => {
    throw new Error('not used')
  }
  const stateOf = (of: object) =>
    createSeal(
      { readCheck: unused, confirm: unused, assertReadable: unused, onOpen: unused, onClose: unused },
      of as RootCheck,
    ).state()
  const sealed = { sealed: true, given: 0, threshold: 2 }
  expect(stateOf(check)).toEqual({ ...sealed, next: { version: 2, given: 0, threshold: 2 } })
  expect(stateOf({ ...check, next: { version: 2, shares: null } })).toEqual({
    ...sealed,
    next: { version: 2 },
  })
  const reshared = { version: 1, shares: shares('a'), pending: shares('c') }
  expect(stateOf(reshared)).toEqual({ ...sealed, pending: { given: 0, threshold: 2 } })
})

describe('while the last share is read', () => {
  async function createSetting(assertReadable: () => Promise<void>, { isPending = false } = {}) {
    const secret = newDeploymentKey()
    const shares = await splitSecret(secret, { count: 3, threshold: 2, random: platformRandom })
    const { set } = parseShare(shares[0]!)
    const key = sealDeploymentKey(newDeploymentKey(), secret, 1)
    const check = { version: 1, check: checkOf(secret), key, shares: { set, count: 3, threshold: 2 } }
    const initial = isPending ? { ...check, shares: null, pending: check.shares } : check
    const hooks = { confirm: () => {} }
    const confirm = async () => {
      hooks.confirm()
      return check
    }
    const ports = { readCheck: async () => initial, confirm, assertReadable, onOpen() {}, onClose() {} }
    const seal = createSeal(ports, initial)
    await seal.giveShare(shares[0]!)
    const give = (n: number) => seal.giveShare(shares[n]!)
    return { seal, hooks, give, last: () => give(1) }
  }

  it('the other shares are kept if the database fails', async () => {
    let isDown = true
    const { seal, last } = await createSetting(async () => {
      if (isDown) throw new Error('no database')
    })
    await expect(last()).rejects.toThrow('no database')
    expect(seal.state()).toEqual({ sealed: true, given: 1, threshold: 2 })
    isDown = false
    expect(await last()).toMatchObject({ sealed: false })
  })

  it.each(['close', 'discard'] as const)('%s leaves the server sealed', async (name) => {
    const { seal, last } = await createSetting(async () => seal[name]())
    expect(await last()).toMatchObject({ sealed: true, given: 0 })
    expect(seal.state()).toMatchObject({ sealed: true })
  })
  it.each(['close', 'discard'] as const)(
    '%s leaves the server sealed while shares are confirmed',
    async (name) => {
      const { seal, hooks, last } = await createSetting(async () => undefined, { isPending: true })
      hooks.confirm = () => seal[name]()
      expect(await last()).toMatchObject({ sealed: true, given: 0 })
    },
  )

  it.each([2, 1])('keeps share %i, which arrived during the check, if the database fails', async (n) => {
    let isDown = true
    const { seal, give, last } = await createSetting(async () => {
      if (!isDown) return
      isDown = false
      expect(await give(n)).toMatchObject({ sealed: true, given: 1 })
      throw new Error('no database')
    })
    await expect(last()).rejects.toThrow('no database')
    expect(seal.state()).toEqual({ sealed: true, given: 2, threshold: 2 })
    expect(await last()).toMatchObject({ sealed: false })
  })
})
