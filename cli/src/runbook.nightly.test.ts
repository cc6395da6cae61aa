/**
 * Runs the runbook of hosts/server/README.md block by block, with real processes and PostgreSQL. Between the blocks, the test
 * generates load.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@keywright/server/test'
import { postgres, withPostgres } from '@keywright/server/test/shared'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../tools/scripts/lib/temporaryFolder.ts'
import { type Load, startLoad } from '../test/load.ts'

const bin = fileURLToPath(new URL('../bin/keywright.mjs', import.meta.url))
const readme = readFileSync(new URL('../../hosts/server/README.md', import.meta.url), 'utf8')

/** Load that continues from block to block. */
let load: Load
const at = (process: 0 | 1) => `http://127.0.0.1:${ports[process]}`
const loadSettings = () => ({
  organizationId: exported('KEYWRIGHT_ORGANIZATION_ID'),
  apiPrivateKey: readFileSync(join(folder, 'root-user.key'), 'utf8').trim(),
})

/** Maps the title of each section to its commands. */
const sections = new Map(
  readme
    .split(/^### /m)
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands!),
    ]),
)
/** Statements of the section about roles: the role, and the grants in one database. */
const [createRole, grant] = [...readme.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, sql]) => sql!)
/** Roles belong to the whole PostgreSQL, which other tests may share. */
const role = `keywright_server_${process.pid}`
const PASSWORD = 'a-secret-of-the-role'
const asOurs = (sql: string) => sql.replaceAll('keywright_server', role).replace('…', PASSWORD)

async function execute(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** The URL of the servers' role. */
function asServer(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = role
  url.password = PASSWORD
  return url.href
}

withPostgres()
const folder = temporaryFolder('runbook')
let ports: readonly [number, number]
const servers: { readonly log: () => string; stop(): Promise<void> }[] = []

beforeAll(async () => {
  ports = (await freePorts(2)) as [number, number]
  mkdirSync(join(folder, 'bin'))
  const command = join(folder, 'bin', 'keywright')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`)
  chmodSync(command, 0o755)
  writeFileSync(state(), '')
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  for (const name of ['RESTORED_OWNER_URL', 'OWNER_URL'])
    await execute(exported(name), `DROP OWNED BY ${role}`)
  await execute(postgres.url, `DROP ROLE ${role}`)
})

/** Carries exported variables from block to block, as one shell would. */
const state = () => join(folder, 'state.sh')
const environment = () => ({
  PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  KEYWRIGHT_BASE_URL: `http://127.0.0.1:${ports[0]}`,
})
/** Replaces the ports of the runbook with free ports. */
const here = (commands: string) =>
  commands.replaceAll('8787', `${ports[0]}`).replaceAll('8797', `${ports[1]}`)

function start(commands: string) {
  const child = spawn('/bin/sh', ['-eu', '-c', `. ${state()}\n${commands}`], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return { child, output: () => output, ended }
}

/** Runs a block to its end. @returns its output @throws Error with the output if a command fails */
async function type(commands: string): Promise<string> {
  const { output, ended } = start(`${here(commands)}\nexport -p > ${state()}`)
  const status = await ended
  if (status !== 0) throw new Error(`ended with ${status}:\n${commands}\n${output()}`)
  return output()
}

/** Starts a server and waits until it listens. */
async function serve(commands: string): Promise<void> {
  const { child, output, ended } = start(`exec ${here(commands)}`)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  servers.push({ log: output, stop })
  await expect.poll(output, { timeout: 60_000, interval: 100 }).toContain('"message":"listening"')
}

/** The value of a variable after the last block. */
const exported = (name: string) =>
  new RegExp(`^(?:export|declare -x) ${name}='?"?([^'"\n]*)`, 'm').exec(readFileSync(state(), 'utf8'))![1]!

const blocks = (title: string): readonly string[] => {
  const found = sections.get(title)
  if (!found) throw new Error(`the runbook has no section ${title}`)
  return found
}

describe('the runbook', { timeout: 300_000 }, () => {
  it('contains exactly the commands that this test runs', () => {
    const counts = [...sections].filter(([, commands]) => commands.length > 0)
    expect(counts.map(([title, commands]) => `${title}: ${commands.length}`)).toEqual([
      'Create the root secret: 2',
      'Two roles: 1',
      'Start and unseal: 3',
      'Add a process: 2',
      'Back up: 1',
      'Verify: 1',
      'Restore: 4',
      'Change the holders: 1',
      'Replace the root secret: 1',
      'Upgrade: 3',
    ])
  })

  it('creates a root secret without printing it', async () => {
    const [owner, restored] = [await postgres.createDatabase(), await postgres.createDatabase()]
    await type(`export OWNER_URL='${owner}' DATABASE_URL='${owner}' SERVER_DATABASE_URL='${asServer(owner)}'`)
    await type(`export RESTORED_OWNER_URL='${restored}' RESTORED_SERVER_URL='${asServer(restored)}'`)
    for (const block of blocks('Create the root secret')) expect(await type(block)).toBe('')
    for (const file of ['ada.key', 'bob.key', 'cy.key', 'root-user.key', 'shares/ada.age', 'shares/cy.age']) {
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(join(folder, 'shares')).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(folder, 'shares', 'bob.age'), 'utf8')).not.toContain('kwshare1')
    expect(readFileSync(join(folder, 'organization.env'), 'utf8')).not.toContain('kwshare1')
  })

  it('gives servers a role that cannot change the schema', async () => {
    const owner = exported('DATABASE_URL')
    await execute(owner, asOurs(createRole!))
    const [use] = blocks('Two roles')
    await type(use!)
    await expect(type('keywright journal verify')).rejects.toThrow(/permission/)
    await execute(owner, asOurs(grant!))
    await expect(execute(exported('DATABASE_URL'), 'DROP TABLE rows')).rejects.toThrow(/owner/)
  })

  it('starts, unseals and uses a process', async () => {
    const [start, unseal, use] = blocks('Start and unseal')
    await serve(start!)
    expect(await type(unseal!)).toBe('still sealed: 1 of 2 shares received\nunsealed\n')
    expect(await type(use!)).toMatch(/0x[0-9a-fA-F]{40}/)
  })

  it('adds a process under load, which then shares the load', async () => {
    load = startLoad('Load', loadSettings(), [at(0)])
    await load.answers(20)
    const [start, unseal] = blocks('Add a process')
    await serve(start!)
    expect(await type(unseal!)).toContain('First wallet')
    load.sendTo([at(0), at(1)])
    await load.answers(40)
    expect(load.failures).toEqual([])
  })

  it('backs up under load, and restores everything into a new database', async () => {
    const [backup] = blocks('Back up')
    const before = [...load.created]
    expect(await type(backup!)).toMatch(/^monday\.backup: 1 organization, \d+ rows, as of 20/)
    await load.answers(20)
    await load.stop()
    expect(load.failures).toEqual([])
    await type('keywright wallets create "After the backup"')
    const [verify] = blocks('Verify')
    expect(await type(verify!)).toMatch(/^heads\.jsonl: 1 new head\nok /)
    for (const server of servers) await server.stop()

    const [restore, verifyRestored, start, use] = blocks('Restore')
    expect(await type(restore!)).toMatch(/restored monday\.backup: 1 organization/)
    await execute(exported('RESTORED_OWNER_URL'), asOurs(grant!))
    expect(await type(verifyRestored!)).toMatch(/^ok /m)
    await serve(start!)
    const wallets = await type(use!)
    expect(wallets).toContain('First wallet')
    // The backup contains everything that was answered before it started; later requests may be missing.
    const restored: readonly string[] = wallets.match(/Load \d+$/gm) ?? []
    expect(before.filter((name) => !restored.includes(name))).toEqual([])
    expect(before.length).toBeGreaterThan(0)
    expect(wallets).not.toContain('After the backup')
    const again = 'DATABASE_URL=$RESTORED_OWNER_URL keywright restore monday.backup'
    await expect(type(again)).rejects.toThrow(/already contains organizations/)
  })

  it('changes the holders', async () => {
    const [reshare] = blocks('Change the holders')
    expect(await type(reshare!)).not.toContain('kwshare1')
    const old = 'keywright reshare shares/ada.age shares/bob.age --holder-key ada.key --holder-key bob.key'
    await expect(type(`${old} --shares 2 --threshold 2`)).rejects.toThrow(
      /share 1 \(shares\/ada\.age\) does not belong to the valid set/,
    )
  })

  it('replaces the root secret while a process keeps running', async () => {
    const [rotate] = blocks('Replace the root secret')
    const running = startLoad('Rotate', loadSettings(), [at(0)])
    await running.answers(10)
    const said = await type(rotate!)
    expect(said).toMatch(/root secret 2 created[\s\S]*only root secret 2 opens this database/)
    expect(said).not.toContain('kwshare1')
    await running.answers(10)
    await running.stop()
    expect(running.failures).toEqual([])
    const old =
      'keywright journal verify new-shares/ada.age new-shares/cy.age --holder-key ada.key --holder-key cy.key'
    await expect(type(old)).rejects.toThrow(/new-shares\/ada\.age\) does not belong to the valid set/)
    expect(await type(old.replaceAll('new-shares', 'third-shares'))).toMatch(/^ok /)
  })

  it('replaces a process while its clients keep working', async () => {
    const [migrate, start, use] = blocks('Upgrade')
    const old = startLoad('Upgrade', loadSettings(), [at(0)])
    await old.answers(10)
    expect(await type(migrate!)).toMatch(/0 of \d+ migrations missing; nothing was changed[\s\S]*up to date/)
    expect(await type('keywright wallets list')).toContain('First wallet')
    await serve(start!)
    expect(await type(use!)).toMatch(/still sealed[\s\S]*unsealed[\s\S]*First wallet[\s\S]*ok /)
    // Replace the old process: it answers its requests, and later ones go to the new process.
    old.sendTo([at(1)])
    await old.answers(10)
    await servers.at(-2)!.stop()
    await old.answers(10)
    await old.stop()
    expect(old.failures).toEqual([])
    const wallets = await type(`KEYWRIGHT_BASE_URL=${at(1)} keywright wallets list`)
    const kept: readonly string[] = wallets.match(/Upgrade \d+$/gm) ?? []
    expect(old.created.filter((name) => !kept.includes(name))).toEqual([])
  })

  it('logs no secrets', () => {
    const log = servers.map((server) => server.log()).join('')
    expect(log.match(/"message":"share given"/g)!.length).toBe(10)
    const secrets = [readFileSync(join(folder, 'root-user.key'), 'utf8').trim(), 'kwshare1', 'AGE-SECRET-KEY']
    for (const secret of [...secrets, new URL(exported('DATABASE_URL')).password]) {
      expect(log).not.toContain(secret)
    }
  })
})
