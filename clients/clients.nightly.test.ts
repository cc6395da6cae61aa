/**
 * The clients of other languages against a real server: each language's own formatter, linter and tests. A language
 * whose tools are missing on this machine is skipped, with one line.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Report, runConformance, startAdapter } from '@keywright/conformance'
import { type Keywright, startKeywright } from '@keywright/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clients } from './clients.ts'
import { sendVectors } from './test/sendVectors.ts'
import { outputOf } from './tours.ts'

let kw: Keywright
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  kw = await startKeywright({ listen: true })
  env = { ...process.env, ...kw.env }
})
afterAll(() => kw.close())

for (const client of clients) {
  const missing = client.tools.filter((tool) => !canRun(client, tool))
  if (missing.length > 0) {
    console.warn(
      `\n!!! NOT RUN: the ${client.name} client, because ${missing.map((tool) => tool.join(' ')).join(' and ')} cannot be run here\n`,
    )
  }
  describe.skipIf(missing.length > 0)(`the ${client.name} client`, () => {
    it.each(client.checks.map((check) => [check.join(' '), check] as const))(
      '%s',
      async (_, [command, ...args]) => {
        const { status, output } = await run(client, command!, args)
        expect(output).not.toContain('NOT RUN')
        expect(status, output).toBe(0)
      },
      600_000,
    )

    it.skipIf(client.tour === undefined)(
      'prints what its page says',
      async () => {
        expect(await runInOwnOrganization(client, client.tour!.command)).toBe(outputOf(client.tour!))
      },
      600_000,
    )

    it.skipIf(client.company === undefined)(
      'sets up a company with more than twenty calls',
      async () => {
        const expected = readFileSync(new URL('company.txt', import.meta.url), 'utf8')
        expect(await runInOwnOrganization(client, client.company!)).toBe(expected)
      },
      600_000,
    )

    it.skipIf(recordedScore(client).notOffered.includes('credential-opened'))(
      'reads the vectors',
      async () => {
        const [program, ...words] = client.adapter!
        const adapter = startAdapter(program!, words, folderOf(client))
        try {
          for (const { name, found, expected } of await sendVectors(adapter))
            expect(found, name).toBe(expected)
        } finally {
          await adapter.close()
        }
      },
      600_000,
    )

    it.skipIf(client.adapter === undefined)(
      'fails no check of keywright conformance, and scores as recorded',
      async () => {
        const [program, ...words] = client.adapter!
        const adapter = startAdapter(program!, words, folderOf(client))
        try {
          expect(scoreOf(await runConformance(adapter))).toEqual(recordedScore(client))
        } finally {
          await adapter.close()
        }
      },
      600_000,
    )
  })
}

const scoreOf = ({ checks }: Report) => ({
  failed: checks.filter(({ outcome }) => outcome === 'fail'),
  notOffered: checks.filter(({ outcome }) => outcome === 'not offered').map(({ id }) => id),
})

/** What `npm run nightly -- conformance` wrote, and the page shows. */
function recordedScore({ name }: Client) {
  const file = new URL('../site/ledger/conformance.json', import.meta.url)
  const { clients } = JSON.parse(readFileSync(file, 'utf8')) as {
    clients: { name: string; failed: string[]; notOffered: string[] }[]
  }
  const { failed, notOffered } = clients.find((client) => client.name === `Keywright for ${name}`)!
  return { failed, notOffered }
}

function folderOf({ folder }: Client): string {
  return fileURLToPath(new URL(folder, import.meta.url))
}

function canRun(client: Client, [command, ...args]: readonly string[]): boolean {
  return spawnSync(command!, args, { cwd: folderOf(client), stdio: 'ignore' }).status === 0
}

/** What a program prints in an organization without any objects. */
async function runInOwnOrganization(client: Client, [command, ...args]: readonly string[]): Promise<string> {
  const { organizationId, apiKey } = await kw.createOrganization(client.name)
  const own = {
    KEYWRIGHT_ORGANIZATION_ID: organizationId,
    KEYWRIGHT_API_PUBLIC_KEY: apiKey.publicKey,
    KEYWRIGHT_API_PRIVATE_KEY: apiKey.privateKey,
  }
  const { status, output } = await run(client, command!, args, { ...env, ...own })
  expect(status, output).toBe(0)
  return output
}

/** Without blocking this process, in which the server runs. */
function run(client: Client, command: string, args: readonly string[], environment = env) {
  return new Promise<{ status: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folderOf(client),
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}
