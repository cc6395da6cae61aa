/** The command as a child process, started like `npx keywright`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../tools/scripts/lib/temporaryFolder.ts'

const bin = fileURLToPath(new URL('../bin/keywright.mjs', import.meta.url))
const folder = temporaryFolder('cli')

function keywright(words: readonly string[], env: Record<string, string> = {}, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    input,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Starts a development server and reads the settings that it prints. */
async function startDev(...words: string[]): Promise<{ child: ChildProcess; env: Record<string, string> }> {
  const child = spawn(process.execPath, [bin, 'dev', '--port', '0', ...words], { cwd: folder })
  let text = ''
  for await (const chunk of child.stdout!) {
    text += chunk
    if (text.includes('DEVELOPMENT ONLY')) break
  }
  const lines = [...text.matchAll(/^export (KEYWRIGHT_\w+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ])
  return { child, env: Object.fromEntries(lines) }
}

/** Sends SIGINT, as Ctrl-C does. */
const stop = (child: ChildProcess) =>
  new Promise<number | null>((done) => {
    child.once('exit', done)
    child.kill('SIGINT')
  })

describe('keywright dev', () => {
  it('prints settings for other commands, keeps its state, and stops on a signal', async () => {
    const first = await startDev()
    const created = keywright(
      ['request', 'create_wallet', '-'],
      first.env,
      '{"walletName":"w","accounts":[]}',
    )
    expect(created.stdout).toMatch(/COMPLETED/)
    expect(await stop(first.child)).toBe(0)

    const second = await startDev()
    for (const name of ['ORGANIZATION_ID', 'API_PUBLIC_KEY', 'API_PRIVATE_KEY', 'SIGNER_PUBLIC_KEY']) {
      expect(second.env[`KEYWRIGHT_${name}`]).toBe(first.env[`KEYWRIGHT_${name}`])
    }
    expect(keywright(['wallets', 'list'], second.env).stdout).toMatch(/ w\n/)
    // As a shell reads an env file with the line breaks of Windows.
    const fromWindows = Object.entries(second.env).map(([name, value]) => [name, `${value}\r`])
    expect(keywright(['wallets', 'list'], Object.fromEntries(fromWindows)).stdout).toMatch(/ w\n/)
    const { port } = new URL(second.env['KEYWRIGHT_BASE_URL']!)
    const again = keywright(['dev', '--state', 'two', '--port', port])
    expect(again.stderr).toMatch(new RegExp(`port ${port} on .* is in use.*\\n.*--port`))
    expect(again.status).toBe(2)
    expect(await stop(second.child)).toBe(0)
    expect(keywright(['whoami'], second.env).status).toBe(3)
  })
})

it('ends with the shell in which npm runs it', async () => {
  const line = `'${process.execPath}' '${bin}' dev --port 0 --state '${temporaryFolder('cli')}'; exit $?`
  const env = { PATH: process.env['PATH'], npm_lifecycle_script: 'keywright dev' }
  const shell = spawn('sh', ['-c', line], { cwd: folder, env, detached: true })
  onTestFinished(() => {
    // Fails if nothing is left of the group.
    spawnSync('kill', ['-9', '--', `-${shell.pid}`])
  })
  const ended = new Promise((done) => shell.stdout.once('close', done))
  await new Promise((done) => shell.stdout.once('data', done))
  shell.kill('SIGTERM')
  await ended
})

describe('the process', () => {
  it('writes secrets with access only for the owner', () => {
    keywright(['generate', 'api-key', '--out', 'root.key'])
    expect(statSync(join(folder, 'root.key')).mode & 0o777).toBe(0o600)
    expect(keywright(['generate', 'api-key', '--out', 'root.key']).status).toBe(2)
  })

  it('ends with a device that has no end', () => {
    const read = keywright(['policy', 'check', '/dev/zero'])
    expect([read.status, read.stderr]).toEqual([2, expect.stringMatching(/cannot read .*zero: .* more than/)])
    const written = keywright(['dev', '--port', '0', '--state', 'full', '--write-env', '/dev/full'])
    expect([written.status, written.stderr]).toEqual([2, expect.stringMatching(/the disk is full/)])
    const secret = keywright(['passkey', 'create', '/dev/full'])
    expect([secret.status, secret.stderr]).toEqual([2, expect.stringMatching(/it is not a file/)])
  })

  it.each([
    ['the reader closes the pipe', '| true', 141, /^$/],
    ['the disk is full', '> /dev/full', 1, /^cannot write the output: ENOSPC/],
  ])('fails if its output is lost: %s', (_, to, status, said) => {
    const line = `set -o pipefail; '${process.execPath}' '${bin}' --help ${to}`
    const ended = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
    expect(ended.stderr).toMatch(said)
    expect(ended.status).toBe(status)
  })
})
