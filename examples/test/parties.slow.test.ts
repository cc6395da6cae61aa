/** Runs the programs of a page and its server as two processes against one engine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { EXAMPLES_FOLDER, partyNames, readParties } from '@keywright/examples'
import { freePort } from '@keywright/server/test'
import { build } from 'esbuild'
import { type Keywright, startKeywright } from 'keywright/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What each page prints. Later pairs sign in the user of an earlier one. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'create-user-passkey': /^0x[\da-fA-F]{40} signed: 0x[\da-f]{130}$/,
  'create-user-email': /^\{ address: '0x[\da-fA-F]{40}' \}$/,
  'authenticate-user-email': /^alice@example\.com signed in, wallets: 1$/,
  'authenticate-user-passkey': /^\{ email: 'bob@example\.com' \}\n\{ refused: 'old or used proof' \}$/,
  'email-recovery': /^alice@example\.com is back with a new passkey$/,
}

let kw: Keywright
let folder: string
beforeAll(async () => {
  kw = await startKeywright({ listen: true })
  // Inside the workspace, so that the programs find the packages.
  mkdirSync(join(EXAMPLES_FOLDER, '.cache'), { recursive: true })
  folder = mkdtempSync(join(EXAMPLES_FOLDER, '.cache/parties-'))
})
afterAll(async () => {
  await kw.close()
  rmSync(folder, { recursive: true })
})

it('every pair is tested', () => {
  expect(Object.keys(PRINTED).sort()).toEqual([...partyNames()].sort())
})

describe.each(Object.keys(PRINTED))('%s', (name) => {
  it('the page has no key of the server', () => {
    const page = readParties(name).find((file) => file.name === 'page.mjs')!
    expect(page.source).not.toMatch(/process\.env|KeywrightServer|apiPrivateKey/)
  })

  it('page and server work together', async () => {
    const port = await freePort()
    for (const file of readParties(name)) {
      const source = file.source
        .replaceAll('http://127.0.0.1:8787', kw.url)
        .replaceAll('http://localhost:3000/', `http://localhost:${port}/`)
        .replace('.listen(3000,', `.listen(${port},`)
      writeFileSync(join(folder, file.name), source)
    }
    // Compiled together, because each process would otherwise compile the packages again.
    await build({
      entryPoints: readParties(name).map((file) => join(folder, file.name)),
      outdir: join(folder, 'compiled'),
      outExtension: { '.js': '.mjs' },
      bundle: true,
      format: 'esm',
      platform: 'node',
    })
    const server = start('server.mjs', kw.env)
    try {
      await new Promise<void>((listening, failed) => {
        server.stdout!.once('data', () => listening())
        server.once('exit', (code) => failed(new Error(`server.mjs ended with ${code}`)))
      })
      const page = start('page.mjs', {})
      const [printed, problems] = await Promise.all([text(page.stdout!), text(page.stderr!)])
      expect(problems).toBe('')
      expect(printed.trim()).toMatch(PRINTED[name]!)
      const malformed = { method: 'POST', body: 'no JSON' }
      expect((await fetch(`http://localhost:${port}/sign-up`, malformed)).status).toBe(400)
      // Without a length, because it is a stream.
      const endless = { method: 'POST', body: new Blob(['no JSON']).stream(), duplex: 'half' } as const
      for (const posted of [endless, { method: 'POST', body: ' '.repeat(100_000) }]) {
        expect((await fetch(`http://localhost:${port}/sign-up`, posted)).status).toBe(413)
      }
    } finally {
      server.kill()
    }
  })
})

/** Starts a program without the environment of the test, except for what finds Node. */
function start(file: string, env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [join(folder, 'compiled', file)], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
