/** Resharing in two phases: new shares replace the old ones only after they were submitted. */
import { beforeEach, describe, expect, it } from 'vitest'
import { postgres, startTestServer, withPostgres } from '../../test/support/shared.ts'
import { initializeTeam, query } from '../../test/support/teamServer.ts'
import { abortReshare, reshareRootSecret } from './reshare.ts'
import type { TeamServer } from './startServer.ts'

withPostgres()

let databaseUrl: string
let first: readonly string[]
beforeEach(async () => {
  databaseUrl = await postgres.createDatabase()
  first = (await init()).shares
})

const init = (again = false) => initializeTeam(databaseUrl, { again, shares: { count: 3, threshold: 2 } })
const reshare = (shares: readonly string[], count = 3, threshold = 2) =>
  reshareRootSecret({ databaseUrl, from: { shares }, count, threshold })
const start = (shares: readonly string[] = []) => startTestServer(databaseUrl, { unseal: { shares } })
async function ask({ operatorUrl }: TeamServer, method: string, path: string, share?: string) {
  const body = share === undefined ? {} : { body: JSON.stringify({ share }) }
  const response = await fetch(`${operatorUrl}${path}`, { method, ...body })
  return { status: response.status, ...((await response.json()) as object) }
}
const give = (server: TeamServer, share: string) => ask(server, 'POST', '/unseal', share)
const REFUSED = { status: 400, details: [{ errorCode: 'SHARE_REFUSED' }] }
const MISMATCH = { code: 'ROOT_SECRET_MISMATCH' }

describe('new shares', () => {
  it('that get lost leave the old ones valid', async () => {
    await start(first.slice(0, 2))
    await reshare(first.slice(0, 2))
    const next = await start()
    expect(await give(next, first[1]!)).toMatchObject({ sealed: true, given: 1 })
    expect(await give(next, first[2]!)).toMatchObject({ sealed: false })
  })

  it('become valid once a threshold of them is submitted to a running server', async () => {
    const server = await start(first.slice(0, 2))
    const second = await reshare(first.slice(0, 2), 3, 3)
    const pending = (given: number) => ({ sealed: false, pending: { given, threshold: 3 } })
    expect(await give(server, second[0]!)).toMatchObject(pending(1))
    expect(await give(server, second[0]!)).toMatchObject(pending(1))
    expect(await give(server, first[0]!)).toMatchObject(pending(1))
    expect(await give(server, second[2]!)).toMatchObject(pending(2))
    expect(await give(server, second[1]!)).toEqual({ status: 200, sealed: false, confirmed: true })
    const next = await start()
    expect(await give(next, first[0]!)).toMatchObject(REFUSED)
    await expect(reshare(first.slice(0, 2))).rejects.toMatchObject(MISMATCH)
    for (const share of second) await give(next, share)
    expect(next.seal.state()).toEqual({ sealed: false })
  })

  it('unseal a sealed server and become valid', async () => {
    await start(first.slice(0, 2))
    const second = await reshare(first.slice(0, 2))
    const server = await start()
    expect(await give(server, first[0]!)).toMatchObject({ sealed: true, given: 1 })
    expect(await give(server, second[0]!)).toMatchObject({ sealed: true, given: 1, pending: { given: 1 } })
    expect(await give(server, second[1]!)).toMatchObject({ sealed: false, confirmed: true })
    expect(await give(await start(), first[1]!)).toMatchObject(REFUSED)
  })

  it('cannot be reshared before they are valid, and are replaced by later shares', async () => {
    const server = await start(first.slice(0, 2))
    const second = await reshare(first.slice(0, 2))
    await expect(reshare(second)).rejects.toMatchObject(MISMATCH)
    const third = await reshare(first.slice(0, 2))
    expect(await give(server, second[0]!)).toMatchObject(REFUSED)
    await give(server, third[0]!)
    expect(await give(server, third[1]!)).toMatchObject({ confirmed: true })
  })

  it('are discarded on request, but only while they are pending', async () => {
    const server = await start(first.slice(0, 2))
    const second = await reshare(first.slice(0, 2))
    await abortReshare(databaseUrl)
    expect(await give(server, second[0]!)).toMatchObject(REFUSED)
    await expect(abortReshare(databaseUrl)).rejects.toMatchObject({ code: 'SHARES_NOT_PENDING' })
  })

  it('are named by number and file if they are rejected', async () => {
    await start(first.slice(0, 2))
    const second = await reshare(first.slice(0, 2))
    const from = { shares: [first[0]!, second[2]!], files: ['a.txt', 'b.txt'] }
    const refused = reshareRootSecret({ databaseUrl, from, count: 2, threshold: 2 })
    await expect(refused).rejects.toThrow(
      'share 3 (b.txt) belongs to the new set, which is not confirmed yet',
    )
  })

  it('are confirmed by two servers at the same time', async () => {
    const two = await Promise.all([start(first.slice(0, 2)), start(first.slice(0, 2))])
    const second = await reshare(first.slice(0, 2))
    for (const server of two) await give(server, second[0]!)
    const ends = await Promise.all(two.map((server) => give(server, second[1]!)))
    expect(ends).toMatchObject([{ status: 200 }, { status: 200 }])
    expect((await start(second.slice(0, 2))).seal.state()).toEqual({ sealed: false })
  })
})

describe('shares of init', () => {
  it('that were lost before use are replaced on request, in an emptied database', async () => {
    await expect(init()).rejects.toMatchObject({ hint: expect.stringContaining('--again') })
    const { shares } = await init(true)
    expect(await give(await start(), first[0]!)).toMatchObject(REFUSED)
    expect((await start(shares.slice(1))).seal.state()).toEqual({ sealed: false })
    const [{ count }] = (await query(
      databaseUrl,
      "SELECT count(*)::int FROM organizations WHERE organization <> '~server'",
    )) as [{ count: number }]
    expect(count).toBe(1)
  })

  it('are never replaced once a server was unsealed with them', async () => {
    await start(first.slice(0, 2))
    await expect(init(true)).rejects.toMatchObject({ code: 'DATABASE_INITIALIZED_ALREADY' })
    expect((await start(first.slice(0, 2))).seal.state()).toEqual({ sealed: false })
  })

  it('become valid when they are used to reshare', async () => {
    const second = await reshare(first.slice(0, 2))
    await expect(init(true)).rejects.toMatchObject({ code: 'DATABASE_INITIALIZED_ALREADY' })
    expect((await start(first.slice(0, 2))).seal.state()).toMatchObject({ sealed: false })
    expect((await start(second)).seal.state()).toEqual({ sealed: false })
  })
})

describe('a running server', () => {
  it('is sealed on request, rejects calls, and can be unsealed again', async () => {
    const server = await start(first.slice(0, 2))
    expect(await ask(server, 'POST', '/seal')).toMatchObject({ status: 200, sealed: true, given: 0 })
    const refused = await fetch(`${server.url}/public/v1/query/whoami`, { method: 'POST', body: '{}' })
    expect(refused.status).toBe(503)
    expect((await fetch(`${server.url}/ready`)).status).toBe(503)
    for (const share of first.slice(1)) await give(server, share)
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  })

  it('discards received shares on request', async () => {
    const server = await start()
    await give(server, first[0]!)
    expect(await ask(server, 'DELETE', '/unseal')).toMatchObject({ sealed: true, given: 0 })
    expect(await give(server, first[1]!)).toMatchObject({ sealed: true, given: 1 })
  })
})
