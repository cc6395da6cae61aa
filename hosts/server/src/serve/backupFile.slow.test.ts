/** Backups of a deployment, and restoring them. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { collectContents } from '@keywright/engine'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { team, withTestTeam } from '../../test/support/shared.ts'
import { query } from '../../test/support/teamServer.ts'
import { migrate } from '../store/postgres/migrations.ts'
import { backupDatabase, restoreDatabase } from './backupFile.ts'
import { openTeamStore } from './openTeamStore.ts'

withTestTeam()
let emptyUrl: string
const folder = temporaryFolder('backup')
/** A row name that compresses badly, so that the compressed file is longer than one buffer. */
const SALT = createHash('sha512').update('salt').digest('hex')
beforeAll(async () => {
  emptyUrl = await team.postgres.createDatabase()
  await migrate(emptyUrl)
  await query(
    team.databaseUrl,
    `INSERT INTO rows SELECT '${team.organizationId}', 'padding', lpad(n::text, 6, '0'), to_json(md5(n || '${SALT}'))::text
     FROM generate_series(1, 2500) AS n`,
  )
  // Some line readers split at U+2028, which payloads may contain.
  await query(
    team.databaseUrl,
    `INSERT INTO rows VALUES ('${team.organizationId}', 'padding', 'odd', '"a\u2028b"')`,
  )
})

const secret = () => ({ shares: team.shares })

async function backUp(name: string, keyed = false): Promise<string> {
  const file = join(folder, name)
  await backupDatabase({ databaseUrl: team.databaseUrl, file, ...(keyed && { secret: secret() }) })
  return file
}

async function contentsOf(url: string) {
  const store = await openTeamStore(url)
  try {
    return await collectContents(store.readAll())
  } finally {
    await store.close()
  }
}

const NOTHING = { organizations: [], rows: [] }

async function expectRejected(
  content: string | Uint8Array,
  reason: string,
  from?: { shares: readonly string[] },
): Promise<void> {
  const file = join(folder, 'rejected.backup')
  writeFileSync(file, content)
  const databaseUrl = emptyUrl
  await expect(restoreDatabase({ databaseUrl, file, secret: from })).rejects.toMatchObject({
    code: 'BACKUP_MALFORMED',
    message: expect.stringContaining(`the backup ${file} cannot be used: ${reason}`),
    hint: expect.any(String),
  })
  expect(await contentsOf(databaseUrl)).toEqual(NOTHING)
}

describe('a backup', () => {
  it('contains the whole database, compressed, and is readable only by its owner', async () => {
    const file = join(folder, 'whole.backup')
    const facts = await backupDatabase({ databaseUrl: team.databaseUrl, file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(file).size).toBeLessThan(gunzipSync(readFileSync(file)).length / 2)
    const databaseUrl = await team.postgres.createDatabase()
    expect(await restoreDatabase({ databaseUrl, file })).toEqual(facts)
    const contents = await contentsOf(databaseUrl)
    expect(contents).toEqual(await contentsOf(team.databaseUrl))
    expect(facts).toMatchObject({ organizations: 1, rows: contents.rows.length })
    const again = restoreDatabase({ databaseUrl, file })
    await expect(again).rejects.toMatchObject({ code: 'DATABASE_NOT_EMPTY' })
    expect(await contentsOf(databaseUrl)).toEqual(contents)
  })

  it('is read and restored in batches of at most 1,000 rows', async () => {
    const sizes: number[] = []
    const answer = pg.Client.prototype.query
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const [text, values] = args as [unknown, [string]?]
      if (/jsonb_array_elements/.test(String(text))) sizes.push(JSON.parse(values![0]).length)
      const result = await (answer as (...all: unknown[]) => Promise<pg.QueryResult>).apply(this, args)
      sizes.push(result?.rows?.length ?? 0)
      return result
    } as never)
    try {
      const file = await backUp('batches.backup')
      expect(Math.max(...sizes)).toBe(1_000)
      sizes.length = 0
      await restoreDatabase({ databaseUrl: await team.postgres.createDatabase(), file })
      expect(Math.max(...sizes)).toBe(1_000)
    } finally {
      spy.mockRestore()
    }
  })

  it('that is cut or damaged is rejected, and nothing is restored', async () => {
    const good = readFileSync(await backUp('good.backup'))
    const flipped = (at: number) => {
      const copy = Buffer.from(good)
      copy[at]! ^= 1
      return copy
    }
    await expectRejected(good.subarray(0, good.length / 2), 'the file is truncated')
    await expectRejected(good.subarray(0, -1), 'the file is truncated')
    // Text that was decompressed before the damage is noticed can be wrong.
    await expectRejected(flipped(Math.floor(good.length / 2)), '')
    await expectRejected(flipped(good.length - 6), 'the file is damaged')
    await expectRejected(flipped(0), 'the header is missing')
    await expectRejected('', 'the file is truncated')
    await expectRejected(gzipSync(''), 'the file is empty')
    await expectRejected(gunzipSync(good), 'the header is missing')
    const gone = restoreDatabase({ databaseUrl: emptyUrl, file: join(folder, 'nowhere') })
    await expect(gone).rejects.toMatchObject({ code: 'BACKUP_MALFORMED' })
  })

  it('whose text was changed is rejected, and nothing is restored', async () => {
    const text = gunzipSync(readFileSync(await backUp('text.backup'))).toString()
    const lines = text.split('\n')
    const spoiled: Record<string, string> = {
      [lines.slice(0, -2).join('\n')]: 'the trailer is missing, so the file is truncated',
      [text.replace('"Team', '"Tean').replace('Team', 'Tean')]: 'the checksum does not match',
      [lines.toSpliced(-3, 1).join('\n')]: 'the checksum does not match',
      [`${text}["x","1"]\n`]: `line ${lines.length} follows the trailer`,
      [lines
        .toSpliced(-2, 0, '["a","b","c"]')
        .join('\n')]: `line ${lines.length - 1} is not valid in a backup`,
      // Its rows are abbreviated.
      [text.replace('"version":2', '"version":1')]: 'another release created it with format 1',
      [text.replace(/"schema":\d+/, '"schema":99')]:
        'another release created it with format 2 and schema 99, and this one knows',
      '{"hello":1}\n': 'the header is missing',
    }
    for (const [content, reason] of Object.entries(spoiled)) {
      await expectRejected(gzipSync(content), reason)
    }
  })

  it('of an empty database fails, and existing files and data are never overwritten', async () => {
    const databaseUrl = await team.postgres.createDatabase()
    const file = join(folder, 'none.backup')
    await expect(backupDatabase({ databaseUrl, file })).rejects.toMatchObject({
      code: 'DATABASE_NOT_INITIALIZED',
    })
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, 'mine')
    await expect(backupDatabase({ databaseUrl: team.databaseUrl, file })).rejects.toMatchObject({
      code: 'BACKUP_NOT_WRITTEN',
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})

describe('a backup with a MAC', () => {
  it('is restored with the root secret, and without it', async () => {
    const file = await backUp('keyed.backup', true)
    for (const from of [secret(), undefined]) {
      const databaseUrl = await team.postgres.createDatabase()
      await restoreDatabase({ databaseUrl, file, secret: from })
      expect(await contentsOf(databaseUrl)).toEqual(await contentsOf(team.databaseUrl))
    }
  })

  it('is rejected if its text and checksum were rewritten or its MAC was removed', async () => {
    const text = gunzipSync(readFileSync(await backUp('forged.backup', true))).toString()
    const lines = text.replace('"Team', '"Tean').replace('Team', 'Tean').split('\n')
    const end = JSON.parse(lines.at(-2)!) as { sha256: string; mac?: string }
    const body = `${lines.slice(0, -2).join('\n')}\n`
    const sha256 = createHash('sha256').update(body).digest('hex')
    const withEnd = (changed: object) => gzipSync(`${body}${JSON.stringify({ ...end, ...changed })}\n`)
    await expectRejected(withEnd({ sha256 }), 'the MAC does not match', secret())
    await expectRejected(withEnd({ sha256, mac: 'none' }), 'the MAC does not match', secret())
    await expectRejected(
      withEnd({ sha256, mac: undefined }),
      'it has no MAC, because `keywright backup` was run without the root secret',
      secret(),
    )
  })

  it('is neither written nor restored with another root secret', async () => {
    const keyFile = join(folder, 'other.secret')
    writeFileSync(keyFile, createHash('sha256').update('other').digest('hex'))
    const file = join(folder, 'other.backup')
    const written = backupDatabase({ databaseUrl: team.databaseUrl, file, secret: { keyFile } })
    await expect(written).rejects.toMatchObject({ code: 'ROOT_SECRET_MISMATCH' })
    expect(existsSync(file)).toBe(false)
    const fewShares = { shares: team.shares.slice(1) }
    const unfinished = backupDatabase({ databaseUrl: team.databaseUrl, file, secret: fewShares })
    await expect(unfinished).rejects.toMatchObject({ name: 'KeysError' })
    expect(existsSync(file)).toBe(false)
    const restored = restoreDatabase({
      databaseUrl: emptyUrl,
      file: await backUp('with.backup', true),
      secret: { keyFile },
    })
    await expect(restored).rejects.toMatchObject({
      code: 'ROOT_SECRET_MISMATCH',
      message: expect.stringMatching(/does not belong to the backup .*with\.backup$/),
    })
    expect(await contentsOf(emptyUrl)).toEqual(NOTHING)
  })
})
