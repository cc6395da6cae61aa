/** The code of the SDK's READMEs, run as it stands there, against an engine and a development host behind `fetch`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestDevhost, TEST_URL } from '@keywright/devhost/testing'
import { createTestEngine, type TestEngine } from '@keywright/engine/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const sdk = fileURLToPath(new URL('../sdk', import.meta.url))

/** Every block of TypeScript, with elements or without; lines that end in `// → text` say what is logged. */
const blocks = readdirSync(sdk).flatMap((name) => {
  const readme = join(sdk, name, 'README.md')
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : ''
  return [...text.matchAll(/^```(tsx?)\n([\s\S]*?)^```/gm)].map((match, n) => ({
    name,
    n: n + 1,
    ending: match[1]!,
    code: match[2]!,
  }))
})

let engine: TestEngine
let logged: string[]

beforeEach(async () => {
  engine = createTestEngine('readme', { clock: Date.now })
  const { organizationId, rootUserId, rootKey } = await engine.organization()
  const { host: devhost } = await openTestDevhost()
  const passkey = engine.passkey()
  const { credentialsOf } = await import('@keywright/webauthn-stamper/testing')
  const { ethereumProvider, solanaProvider } = await import('../sdk/wallet-stamper/test/softwareWallets.ts')
  const environment = {
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

it('finds code in every README', () => {
  const withCode = new Set(blocks.map(({ name }) => name))
  expect(readdirSync(sdk).filter((name) => !withCode.has(name))).toEqual([])
})

describe.each(blocks)('$name, block $n', ({ name, n, ending, code }) => {
  it('does what it says', async () => {
    const folder = join(sdk, name, '.cache')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `readme${n}.${ending}`)
    writeFileSync(file, `${code}\nexport {}\n`)
    await import(file)
    const said = [...code.matchAll(/\/\/ → (.*)$/gm)].map((match) => match[1])
    expect(logged.map((line) => line.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>'))).toEqual(
      said,
    )
  })
})
