/**
 * Creates each starter, type-checks it, and starts it with its own scripts against the `keywright dev` that one of them
 * started. The folders are inside this repository, so they find its packages. The tarballs' own test installs one from
 * tarballs.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { createApp, STARTERS, type Starter } from 'create-keywright-app'
import { parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFakeTarballs } from './fakeTarballs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
const parent = mkdtempSync(join(root, '.cache', 'starters-'))
const folderOf = (starter: Starter) => join(parent, starter)

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

beforeAll(async () => {
  // Nothing is installed, because the folders find this repository's packages.
  const packages = writeFakeTarballs(parent)
  for (const starter of Object.keys(STARTERS) as Starter[]) {
    await createApp({ folder: folderOf(starter), starter, packages })
  }
  // One server for all three. Copy its settings to where each starter would have written them.
  await start('script', ['keywright', '--', '--port', '0']).until(/FOR DEVELOPMENT ONLY/)
  for (const starter of ['service', 'app'] as const) {
    copyFileSync(join(folderOf('script'), '.env.local'), join(folderOf(starter), '.env.local'))
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

describe.each(Object.keys(STARTERS) as Starter[])('the starter %s', (starter) => {
  it('type-checks', () => {
    expect(runScript(starter, 'check')).toMatch(/> tsc/)
  })
})

it('signs with the script, using the same wallet each time', () => {
  const [first, second] = [runScript('script', 'start'), runScript('script', 'start')]
  expect(first).toMatch(/^address {3}0x[\da-fA-F]{40}\nsignature 0x[\da-f]{130}\nverified {2}true$/m)
  const addressIn = (text: string) => /0x[\da-fA-F]{40}$/m.exec(text)?.[0]
  expect(addressIn(second)).toBe(addressIn(first))
})

it('pays with the service what its policies allow, and nothing else', async () => {
  const service = start('service', ['start'], { PORT: '0' })
  const [, url] = await service.until(/pays from 0x\w+ at (http:\S+)/)
  const pay = async (body: object | string) => {
    const answer = await fetch(url!, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return {
      status: answer.status,
      ...((await answer.json()) as { code?: string; transaction?: `0x${string}` }),
    }
  }
  const to = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
  const paid = await pay({ to, ether: '0.01' })
  expect(paid.status).toBe(200)
  expect(parseTransaction(paid.transaction!)).toMatchObject({ to: to.toLowerCase(), value: 10n ** 16n })
  expect(await pay({ to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ether: '0.01' })).toMatchObject({
    status: 403,
    code: 'NOT_PERMITTED_BY_POLICY',
  })
  expect(await pay({ to, ether: '1' })).toMatchObject({ status: 202, code: 'CONSENSUS_NEEDED' })
  expect(await pay({ to, ether: '-1' })).toMatchObject({ status: 400, code: 'INPUT_INVALID' })
  expect(await pay('not JSON')).toMatchObject({ status: 400, code: 'INPUT_INVALID' })
})

it('signs up, signs, and signs in again in the app, with a passkey in a browser', async () => {
  // Its configuration runs in Node, which can't read the sources that replace packages here.
  const app = start('app', ['start', '--', '--port', '0'], { NODE_OPTIONS: '--import tsx' })
  const [, url] = await app.until(/Local: +(http:\S+)/)
  const executablePath = process.env['KEYWRIGHT_BROWSER']
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(50_000)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(url!)
    await page.getByLabel('Name').fill('Alice')
    await page.getByRole('button', { name: 'Sign up with a passkey' }).click()
    const address = page.getByText(/^0x[\da-fA-F]{40}$/)
    await address.waitFor()
    const first = await address.innerText()

    await page.getByLabel('Message').fill('from the starter')
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByText(/Signed: [\da-f]{64}/).waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await address.waitFor()
    expect(await address.innerText()).toBe(first)
    expect(problems).toEqual([])
  } finally {
    await browser.close()
  }
}, 120_000)
