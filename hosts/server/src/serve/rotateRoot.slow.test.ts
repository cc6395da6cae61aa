/** Replacing the root secret while servers run: old and new are accepted until the old one is retired. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Vault } from '@keywright/engine'
import { addEthereumWallet } from '@keywright/engine/test'
import { platformRandom, toHex } from '@keywright/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { postgres, startTestServer, withPostgres } from '../../test/support/shared.ts'
import { initializeTeam, type NewTeam, query } from '../../test/support/teamServer.ts'
import { toKeys, verifyJournals } from '../journals.ts'
import { reshareRootSecret } from './reshare.ts'
import type { RootCheck } from './rootSecret.ts'
import { deploymentKeyOf, readKeyFile } from './rootSecret.ts'
import { abortRotation, type NewRoot, retireRoot, rotateRoot } from './rotateRoot.ts'
import type { TeamServer, Unseal } from './startServer.ts'

withPostgres()

let folder: string
let databaseUrl: string
let team: NewTeam
let from: { keyFile: string }
const file = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = folderOfTest('rotate')
  databaseUrl = await postgres.createDatabase()
  from = { keyFile: file('first') }
  team = await initializeTeam(databaseUrl, from)
})

const start = (unseal: Unseal) => startTestServer(databaseUrl, { unseal })
const isAccepted = async (unseal: Unseal): Promise<boolean> =>
  start(unseal).then(
    ({ seal }) => !seal.state().sealed,
    () => false,
  )
const addWallet = (server: TeamServer, walletName: string) =>
  addEthereumWallet(team.clientAt(server.url), walletName)
const signWith = (server: TeamServer, signWith: string) =>
  team.clientAt(server.url).run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith,
    payload: toHex(platformRandom(32)),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  })
const rotate = (to: NewRoot) => rotateRoot({ databaseUrl, from, to })
const readCheck = async (): Promise<RootCheck> => {
  const [row] = (await query(
    databaseUrl,
    "SELECT value FROM rows WHERE organization = '~server' AND name = 'root' AND id = 'check'",
  )) as { value: string }[]
  return JSON.parse(row!.value) as RootCheck
}

describe('a new root secret', () => {
  it('in a key file works next to the old one, which opens nothing once it is retired', async () => {
    const running = await start(from)
    const {
      addresses: [before],
    } = await addWallet(running, 'before')
    const to = { keyFile: file('second') }
    expect(await rotate(to)).toEqual({ version: 2, shares: [] })
    expect([await isAccepted(from), await isAccepted(to)]).toEqual([true, true])
    const renewed = await start(to)
    await signWith(renewed, before!)
    await expect(retireRoot({ databaseUrl, from })).rejects.toMatchObject({
      code: 'ROOT_SECRET_MISMATCH',
      hint: expect.stringContaining('new root secret'),
    })
    expect(await retireRoot({ databaseUrl, from: to })).toEqual({ version: 2 })
    expect([await isAccepted(from), await isAccepted(to)]).toEqual([false, true])
    // The process that was unsealed with the old one keeps serving.
    const { addresses } = await addWallet(running, 'after')
    for (const address of [before!, addresses[0]!]) {
      await signWith(running, address)
      await signWith(renewed, address)
    }
    const verdicts = await verifyJournals({ from: { databaseUrl, secret: to } })
    expect(verdicts).toMatchObject([{ verdict: { ok: true } }])
    expect(await openedBy(from.keyFile)).toEqual([])
    expect(await openedBy(to.keyFile)).not.toEqual([])
  })

  it('in shares is given by its holders to a sealed server, and retires the old one', async () => {
    const { shares } = await rotate({ shares: { count: 3, threshold: 2 } })
    expect(await isAccepted(from)).toBe(true)
    expect(await isAccepted({ shares: shares.slice(0, 1) })).toBe(false)
    expect(await isAccepted({ shares: shares.slice(1) })).toBe(true)
    await expect(retireRoot({ databaseUrl, from: { shares: shares.slice(0, 1) } })).rejects.toThrow()
    await retireRoot({ databaseUrl, from: { shares: shares.slice(0, 2) } })
    expect(await isAccepted(from)).toBe(false)
    const third = { keyFile: file('third') }
    expect(await rotateRoot({ databaseUrl, from: { shares }, to: third })).toMatchObject({ version: 3 })
    await retireRoot({ databaseUrl, from: third })
    expect(await isAccepted({ shares })).toBe(false)
    expect(await isAccepted(third)).toBe(true)
  })

  it('comes from a key command, unless it prints the one in use', async () => {
    await expect(rotate({ keyCommand: `cat ${from.keyFile}` })).rejects.toThrow('prints the one in use')
    writeFileSync(file('second'), toHex(platformRandom(32)))
    const keyCommand = `cat ${file('second')}`
    await rotate({ keyCommand })
    await retireRoot({ databaseUrl, from: { keyCommand } })
    expect([await isAccepted(from), await isAccepted({ keyCommand })]).toEqual([false, true])
  })

  it('is discarded on request', async () => {
    const second = { keyFile: file('second') }
    await expect(abortRotation(databaseUrl)).rejects.toMatchObject({ code: 'ROTATION_NOT_STARTED' })
    await expect(retireRoot({ databaseUrl, from })).rejects.toMatchObject({ code: 'ROTATION_NOT_STARTED' })
    await rotate(second)
    await abortRotation(databaseUrl)
    expect([await isAccepted(from), await isAccepted(second)]).toEqual([true, false])
    expect(await rotate({ keyFile: file('third') })).toMatchObject({ version: 2 })
  })

  it('is not replaced by another rotation', async () => {
    const [second, third] = [{ keyFile: file('second') }, { keyFile: file('third') }]
    await rotate(second)
    for (const source of [from, second]) {
      await expect(rotateRoot({ databaseUrl, from: source, to: third })).rejects.toMatchObject({
        code: 'ROTATION_STARTED',
        message: 'root secret 2 already exists',
      })
    }
    expect(existsSync(third.keyFile)).toBe(false)
    expect([await isAccepted(from), await isAccepted(second)]).toEqual([true, true])
    expect(await retireRoot({ databaseUrl, from: second })).toEqual({ version: 2 })
  })

  it('leaves shares of the one in use to be replaced, and voids those that wait for it', async () => {
    const { shares } = await rotate({ shares: { count: 2, threshold: 2 } })
    await retireRoot({ databaseUrl, from: { shares } })
    const renewed = await reshareRootSecret({ databaseUrl, from: { shares }, count: 2, threshold: 2 })
    const to = { keyFile: file('third') }
    await rotateRoot({ databaseUrl, from: { shares }, to })
    await retireRoot({ databaseUrl, from: to })
    expect(await isAccepted({ shares: renewed })).toBe(false)
    expect(await isAccepted(to)).toBe(true)
  })
})

/** Secrets in the database that a key file opens, past every check: as the root secret, and as the deployment key. */
async function openedBy(keyFile: string): Promise<string[]> {
  const rootSecret = readKeyFile(keyFile)
  const vaults: Vault[] = [toKeys(rootSecret).vault]
  try {
    vaults.push(toKeys(deploymentKeyOf(rootSecret, await readCheck())).vault)
  } catch {}
  const keys = (await query(
    databaseUrl,
    "SELECT name, id, value FROM rows WHERE name LIKE 'data-keys:%'",
  )) as { name: string; id: string; value: string }[]
  expect(keys.length).toBeGreaterThan(0)
  const opened: string[] = []
  for (const { value } of keys) {
    for (const vault of vaults) {
      try {
        vault.open(team.organizationId, 'data key', JSON.parse(value) as string, toHex)
        opened.push(value)
      } catch {}
    }
  }
  return opened
}
