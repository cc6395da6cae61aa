/**
 * Runs the code of every published package's README against an engine and a development host behind `fetch`. The
 * commands in the CLI's README are run by the test of the tarballs.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestDevhost, TEST_URL } from '@keywright/devhost/test'
import { createTestEngine, type TestEngine } from '@keywright/engine/test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPublished, listWorkspaces } from '../../scripts/packages/workspaces.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const published = listWorkspaces().filter(isPublished)

/** All code blocks; lines that end in `// → text` state the output. */
const blocks = published.flatMap(({ folder }) =>
  [...readFileSync(join(root, folder, 'README.md'), 'utf8').matchAll(/^```(tsx?|js)\n([\s\S]*?)^```/gm)].map(
    (match, n) => ({ name: folder, n: n + 1, ending: match[1]!, code: match[2]! }),
  ),
)

/** Blocks that can't run in Node, and where they are tested instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'sdk/client 13': 'a frame needs a page: iframeStamper.slow.test.ts opens one',
  'cli 1': 'a test is not a program: the test below runs it',
}
/** The element that the site's README adds as an example. */
const INVENTED = 'flux-meter'
const isProgram = (code: string) => /^import /m.test(code)

let engine: TestEngine
let logged: string[]

beforeEach(async () => {
  engine = createTestEngine('readme', { clock: Date.now })
  const { organizationId, rootUserId, rootKey } = await engine.organization()
  const { host: devhost } = await openTestDevhost()
  const passkey = engine.passkey()
  const { credentialsOf } = await import('@keywright/client/webauthn/testing')
  const { ethereumProvider, solanaProvider } = await import('../../../sdk/client/test/softwareWallets.ts')
  const environment = {
    KEYWRIGHT_BASE_URL: 'https://engine.example.com',
    KEYWRIGHT_ORGANIZATION_ID: organizationId,
    KEYWRIGHT_USER_ID: rootUserId,
    KEYWRIGHT_API_PUBLIC_KEY: rootKey.publicKey,
    KEYWRIGHT_API_PRIVATE_KEY: rootKey.privateKey,
    KEYWRIGHT_SIGNER_PUBLIC_KEY: engine.signerPublicKey,
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.url.startsWith(TEST_URL)) return devhost.handle(request)
    if (new URL(request.url).host !== 'engine.example.com')
      throw new Error(`unexpected fetch of ${request.url}`)
    return engine.handle(request)
  })
  vi.stubGlobal('navigator', { onLine: true, credentials: credentialsOf(passkey) })
  vi.stubGlobal('window', {
    ethereum: ethereumProvider(engine.random(32)),
    solana: solanaProvider(engine.random(32)),
  })
  logged = []
  vi.spyOn(console, 'log').mockImplementation((...values) => void logged.push(values.map(String).join(' ')))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

it('finds code in every README of the SDK', () => {
  const withCode = new Set(blocks.map(({ name }) => name))
  const sdk = published.map(({ folder }) => folder).filter((folder) => folder.startsWith('sdk/'))
  expect(sdk.filter((name) => !withCode.has(name))).toEqual([])
})

it('shows lines of the example that the README of the project names', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, file] = /`(examples\/[\w/-]+\.ts)`/.exec(readme)!
  const [, code] = /^```ts\n([\s\S]*?)^```/m.exec(readme)!
  const lines = readFileSync(join(root, file!), 'utf8').replace(/^\/\/ #(?:end)?region.*\n/gm, '')
  expect(lines.replace(/\n{2,}/g, '\n\n')).toContain(code)
})

it('names existing files', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const guides = files.filter(
    (file) => /(^|\/)[A-Z]+\.md$/.test(file) && !file.startsWith('starters/projects/'),
  )
  const missing = guides.flatMap((guide) => {
    const text = readFileSync(join(root, guide), 'utf8')
    return [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|jsonl?|txt|md))`/g)]
      .map(([, name]) => name!)
      .filter(
        (name) =>
          !name.includes(INVENTED) &&
          !files.includes(name) &&
          !files.includes(join(dirname(guide), name)) &&
          // Within a package, the last folders are enough.
          !files.some((file) => file.startsWith(`${dirname(guide)}/`) && file.endsWith(`/${name}`)),
      )
      .map((name) => `${guide}: ${name}`)
  })
  expect(missing).toEqual([])
})

it('skips only outlines, which contain an ellipsis, and blocks that are tested elsewhere', () => {
  const outlines = blocks.filter(({ code }) => !isProgram(code))
  expect(outlines.filter(({ code }) => !code.includes('…'))).toEqual([])
  const all = new Set(blocks.map(({ name, n }) => `${name} ${n}`))
  expect(Object.keys(ELSEWHERE).filter((one) => !all.has(one))).toEqual([])
})

const programs = blocks.filter(({ name, n, code }) => isProgram(code) && !ELSEWHERE[`${name} ${n}`])

function writeBlock({ name, n, ending, code }: (typeof blocks)[number]): string {
  const folder = join(root, name, '.cache')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `readme${n}.${ending}`)
  writeFileSync(file, `${code}\nexport {}\n`)
  return file
}

it('cli, block 1, passes as a test', async () => {
  const steps: Record<string, (() => unknown)[]> = { beforeAll: [], it: [], afterEach: [], afterAll: [] }
  for (const [step, works] of Object.entries(steps)) {
    vi.stubGlobal(step, (...given: (string | (() => unknown))[]) =>
      works.push(given.find((one) => typeof one === 'function')!),
    )
  }
  await import(writeBlock(blocks.find(({ name }) => name === 'cli')!))
  expect(steps['it']).toHaveLength(1)
  for (const work of Object.values(steps).flat()) await work()
})

describe.each(programs)('$name, block $n', (block) => {
  it('logs the stated output', async () => {
    await import(writeBlock(block))
    const { code } = block
    const said = [...code.matchAll(/\/\/ → (.*)$/gm)].map((match) => match[1])
    expect(logged.map((line) => line.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>'))).toEqual(
      said,
    )
  })
})
