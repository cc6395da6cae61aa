/**
 * Creates each starter, and starts it with its own scripts against the `keywright dev` that one of them started. The folders
 * are inside this repository, so they find its packages. The tarballs' own test installs, type-checks and builds each, and
 * passes the tests of the apps.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { createApp, STARTERS, type Starter } from 'create-keywright-app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFakeTarballs } from './fakeTarballs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
const parent = mkdtempSync(join(root, '.cache', 'starters-'))
/** Next.js isn't among the packages of this repository: `tools/tests/nightly/packages/tarballs.nightly.test.ts` installs and builds it. */
const starters = (Object.keys(STARTERS) as Starter[]).filter((starter) => starter !== 'next')
const folderOf = (starter: Starter) => join(parent, starter)
const settingsFile = join(parent, 'settings')

const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|KEYWRIGHT_|NODE_OPTIONS|VITEST|NODE_ENV)/.test(name),
  ),
)

interface Program {
  /** The first match in the output, as soon as it appears. @throws Error with the output, if the process ends first */
  until(pattern: RegExp): Promise<RegExpExecArray>
}
const running: ChildProcess[] = []

/** Runs a starter's script until the tests end. */
function start(starter: Starter, words: readonly string[], more: Record<string, string> = {}): Program {
  const child = spawn('npm', ['run', ...words], {
    cwd: folderOf(starter),
    env: { ...env, ...more },
    // Its own process group, so that the processes that npm started end with it.
    detached: true,
  })
  running.push(child)
  let said = ''
  let isOver = false
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      tell()
    })
  }
  child.once('close', () => {
    isOver = true
    tell()
  })
  return {
    until: (pattern) =>
      new Promise((found, failed) => {
        const look = () => {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: colors
          const match = pattern.exec(said.replace(/\u001b\[[\d;]*m/g, ''))
          if (match) found(match)
          else if (isOver) failed(new Error(`ended without ${pattern}:\n${said}`))
          else return
          listeners.delete(look)
        }
        listeners.add(look)
        look()
      }),
  }
}

function runScript(starter: Starter, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', ['run', ...words], {
    cwd: folderOf(starter),
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm run ${words.join(' ')} exited with ${status}:\n${stdout}${stderr}`)
  return stdout
}

const settingsOf = (starter: Starter, file: string): NodeJS.ProcessEnv =>
  parseEnv(readFileSync(join(folderOf(starter), file), 'utf8'))

/** The body, and the status as `http`. */
const answerOf = async (response: Response) =>
  ({ http: response.status, ...((await response.json()) as object) }) as { fingerprint?: string }

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((found) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => found(port))
    })
  })
}

beforeAll(async () => {
  // npm installs it inside of the workspaces that use it.
  mkdirSync(join(parent, 'node_modules/@wagmi'), { recursive: true })
  symlinkSync(join(root, 'starters/node_modules/@wagmi/core'), join(parent, 'node_modules/@wagmi/core'))
  // Nothing is installed, because the folders find this repository's packages.
  const packages = writeFakeTarballs(parent)
  for (const starter of starters) {
    await createApp({ folder: folderOf(starter), starter, packages })
  }
  // One server for all three. Copy its settings to where each starter would have written them.
  await start('script', ['keywright', '--', '--port', '0']).until(/FOR DEVELOPMENT ONLY/)
  copyFileSync(join(folderOf('script'), '.env.root'), settingsFile)
  for (const starter of starters) {
    copyFileSync(settingsFile, join(folderOf(starter), '.env.root'))
  }
})

afterAll(() => {
  for (const child of running) {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  rmSync(parent, { recursive: true, force: true })
})

it('signs with the script, using the same wallet each time', () => {
  const [first, second] = [runScript('script', 'start'), runScript('script', 'start')]
  expect(first).toMatch(/^address {3}0x[\da-fA-F]{40}\nsignature 0x[\da-f]{130}\nverified {2}true$/m)
  const addressIn = (text: string) => /0x[\da-fA-F]{40}$/m.exec(text)?.[0]
  expect(addressIn(second)).toBe(addressIn(first))
})

describe.each(['service', 'express', 'script'] as const)('the starter %s', (starter) => {
  it('passes its own tests', () => {
    expect(runScript(starter, 'test')).toMatch(/^(#|ℹ) fail 0$/m)
  })
})

describe.each(['service', 'express'] as const)('the starter %s', (starter) => {
  it('pays what needs nobody, and the rest after an approval', async () => {
    const port = await freePort()
    const settings = { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/webhook` }
    const [, url] = await start(starter, ['start'], settings).until(/Payouts at (http:\S+),/)
    const authorization = `Bearer ${settingsOf(starter, '.env.service')['PAYOUTS_TOKEN']}`
    const headers = { authorization, 'content-type': 'application/json' }
    const pay = async (body: object) =>
      answerOf(await fetch(url!, { method: 'POST', headers, body: JSON.stringify(body) }))
    const to = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
    expect(await pay({ id: 'small', to, ether: '0.01' })).toMatchObject({ http: 200, status: 'paid' })
    const large = await pay({ id: 'large', to, ether: '1' })
    expect(large).toMatchObject({ http: 202, status: 'waiting' })

    const answer = fetch(`${url}/large?wait=60`, { headers })
    const approval = ['--no-install', 'keywright', 'activities', 'approve', large.fingerprint!, '--yes']
    const { status } = spawnSync('npx', approval, {
      cwd: folderOf(starter),
      env: { ...env, ...settingsOf(starter, '.env.root') },
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(await answerOf(await answer)).toMatchObject({ http: 200, status: 'paid' })
  })

  it('keeps its wallet when the address of its webhook changes', () => {
    const before = settingsOf(starter, '.env.service')
    const { status, stdout } = spawnSync('npm', ['run', 'setup'], {
      cwd: folderOf(starter),
      env: { ...env, WEBHOOK_URL: 'http://127.0.0.1:9/other' },
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toContain('Webhooks go to http://127.0.0.1:9/other instead of')
    expect(settingsOf(starter, '.env.service')).toEqual(before)
  })
})

// Another program may have the port.
it.each([
  ['service', 8080],
  ['express', 8080],
  ['app', 3000],
] as const)('takes empty settings as none: %s', async (starter, usual) => {
  const empty = { PORT: '', WEBHOOK_URL: '' }
  const port = /(?:Payouts at|Open|already in use) \S*?:(\d+)\b/
  const [, used] = await start(starter, ['start'], empty).until(port)
  expect(used).toBe(String(usual))
})

it('gives the page the development chain if the settings of another are empty', async () => {
  const empty = { PORT: String(await freePort()), RPC_URL: '', CHAIN_ID: '' }
  const [, url] = await start('app', ['start'], empty).until(/Open (http:\S+)/)
  const page = await (await fetch(`${url}/keywright`)).json()
  expect(page).toMatchObject({ rpcUrl: '/rpc', chain: { id: 31337 } })
})

it.each(starters)('says in one line what to start before %s', (starter) => {
  rmSync(join(folderOf(starter), '.env.root'))
  const { status, stderr } = spawnSync('npm', ['start', '--silent'], {
    cwd: folderOf(starter),
    env,
    encoding: 'utf8',
  })
  expect(stderr).toBe(
    'KEYWRIGHT_BASE_URL is not set. Start Keywright in another terminal: npm run keywright\n',
  )
  expect(status).toBe(1)
  copyFileSync(settingsFile, join(folderOf(starter), '.env.root'))
})
