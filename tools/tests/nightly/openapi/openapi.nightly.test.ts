/** The API description under linters, and a server under requests that Schemathesis makes from the description. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dev, withTestDev } from '@keywright/server/test/shared'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.ts'

/** Longest time that Schemathesis makes requests. */
const SECONDS = 300
const SEED = process.env['KEYWRIGHT_SEED'] ?? String(Math.floor(Math.random() * 1_000_000))

const here = import.meta.dirname
const bin = (name: string) => join(here, '../node_modules/.bin', name)

withTestDev()
const folder = temporaryFolder('openapi')
let file: string
beforeAll(async () => {
  file = join(folder, 'openapi.json')
  writeFileSync(file, await (await fetch(`${dev.server.url}/dev/openapi.json`)).text())
})

function runProgram(program: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ status: number; output: string }>((ended) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 1e8 }
    execFile(program, args, options, (error, stdout, stderr) =>
      ended({ status: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
}

describe('the API description of a development server', () => {
  it('is clean for Redocly', async () => {
    const { status, output } = await runProgram(bin('redocly'), [
      'lint',
      file,
      '--config',
      join(here, 'redocly.yaml'),
    ])
    expect(status, output).toBe(0)
    expect(output).not.toMatch(/You have \d+ warning/)
  })

  it('is clean for Spectral', async () => {
    const { status, output } = await runProgram(bin('spectral'), [
      'lint',
      file,
      '--ruleset',
      join(here, 'spectral.yaml'),
      '--fail-severity',
      'hint',
    ])
    expect(status, output).toBe(0)
  })
})

const schemathesis = process.env['KEYWRIGHT_SCHEMATHESIS']

it.skipIf(schemathesis === undefined)(
  'makes Schemathesis find no request that the schema accepts and the server rejects for its shape',
  { timeout: 4 * SECONDS * 1000 },
  async () => {
    console.info(`Schemathesis: seed ${SEED}; set KEYWRIGHT_SEED for another`)
    const { status, output } = await runProgram(
      schemathesis!,
      [
        ...['run', file, '--url', dev.server.url, '--include-path-regex', '^/public'],
        ...['--seed', SEED, '--max-time', String(SECONDS), '--continue-on-failure'],
        ...['--checks', 'all', '--exclude-checks', EXCLUDED.join()],
        ...['--warnings', 'off', '--max-response-time', '600'],
      ],
      { KEYWRIGHT_BASE_URL: dev.server.url, SCHEMATHESIS_HOOKS: join(here, 'schemathesis_hooks.py') },
    )
    console.info(output.slice(output.indexOf('SUMMARY')))
    expect(status, output).toBe(0)
  },
)

/** Checks of Schemathesis that don't fit this API. */
const EXCLUDED = [
  // Counts every 400, also those about content and state. The check in the hooks reads the error code.
  'positive_data_acceptance',
  // Counts 503 too, the response to a token of an issuer that cannot be reached. A check in the hooks does not.
  'not_a_server_error',
  // Counts null too, which clients may send for a member that they don't set. A check in the hooks does not.
  'negative_data_rejection',
]
