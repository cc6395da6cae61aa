/** The commands of CONTRIBUTING.md, "Tests", as printed, in a fresh clone after the `npm start` of the README. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const [, tests] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('\n## Tests\n')
const [, block] = /```sh\n([\s\S]+?)```/.exec(tests!)!
const commands = block!.split('\n').flatMap((line) => line.split('#')[0]!.trim() || [])
/** These serve until they are stopped. */
const SERVING = ['npm run dev']

/** Without what the nightly run adds. npx may not download what the clone doesn't have. */
const env: NodeJS.ProcessEnv = { ...process.env, npm_config_yes: 'false', CI: '' }
for (const name of Object.keys(env)) if (/^(KEYWRIGHT|VITEST|NODE_ENV)/.test(name)) delete env[name]

const clone = temporaryFolder('contributor')
beforeAll(async () => {
  // When run as root, PostgreSQL gets a separate user, who needs access to the folder.
  chmodSync(clone, 0o755)
  execFileSync('git', ['clone', '--quiet', root, clone])
  await serve('npm start')
})

/** Runs the command until it prints its address. */
async function serve(command: string): Promise<void> {
  const server = spawn('sh', ['-c', command], { cwd: clone, env, detached: true })
  const printed: string[] = []
  try {
    await new Promise<void>((done, fail) => {
      for (const stream of [server.stdout, server.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed.push(text)
          if (/http:\/\/127\.0\.0\.1:\d+\/\n/.test(printed.join(''))) done()
        })
      }
      server.on('exit', (code) => fail(new Error(`\`${command}\` ended with ${code}:\n${printed.join('')}`)))
    })
  } finally {
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGTERM')
  }
}

describe('in a fresh clone', () => {
  it('there are commands', () => expect(commands.length).toBeGreaterThan(4))

  it.each(commands)('%s', async (command) => {
    if (SERVING.includes(command)) return serve(command)
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: clone,
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    expect({ status, printed: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, printed: '' })
  })
})
