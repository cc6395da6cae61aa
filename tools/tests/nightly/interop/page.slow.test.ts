/** Runs the code blocks of the interoperability page. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startTestDev, type TestDev } from '@keywright/server/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packages from '../../../../site/ledger/packages.json' with { type: 'json' }
import { AGES } from './support/sdks.ts'

const page = readFileSync(
  new URL('../../../../site/content/sdks/interoperability.mdx', import.meta.url),
  'utf8',
)
const blocks = [...page.matchAll(/^```js title="([^"]+)"\n(.*?)^```$\n+It prints `([^`]+)`/gms)].map(
  ([, title, code, printed]) => ({ title: title!, code: code!, printed: printed! }),
)
const folder = fileURLToPath(new URL('..', import.meta.url))

/** The same programs after the changes of the page's table. */
const moved = blocks.map(({ title, printed }) => {
  const name = { 'Server SDK': 'server', 'HTTP client and stamper': 'client' }[title] ?? 'bundle'
  return { title, printed, code: readFileSync(new URL(`moved/${name}.mjs`, import.meta.url), 'utf8') }
})

describe.each([...AGES.map((age) => [age, blocks] as const), ['moved', moved] as const])(
  '%s',
  (age, programs) => {
    let dev: TestDev
    beforeAll(async () => {
      dev = await startTestDev()
    })
    afterAll(() => dev.close())

    it.each(programs)('$title', async ({ code, printed }) => {
      const { url, organizationId, apiKey, signerPublicKey } = dev.server
      const env = {
        PATH: process.env['PATH'],
        KEYWRIGHT_BASE_URL: url,
        KEYWRIGHT_ORGANIZATION_ID: organizationId,
        KEYWRIGHT_API_PUBLIC_KEY: apiKey.publicKey,
        KEYWRIGHT_API_PRIVATE_KEY: apiKey.privateKey,
        KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey,
      }
      // Packages of this repository are sources here.
      const loader = programs === moved ? ['--import', 'tsx'] : []
      const options = [
        ...loader,
        '--input-type=module',
        '-e',
        programs === moved ? code : installedAs(age, code),
      ]
      const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: folder, env })
      expect(stdout.trim()).toBe(printed)
    })
  },
)

describe('the line-by-line comparison', () => {
  const table = /^## Move to the Keywright packages.*?(?=^## )/ms.exec(page)![0]
  const rows = [...table.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)].map(
    ([, one, other]) => [one!, other!] as const,
  )
  const textOf = (some: readonly { code: string }[]) => some.map(({ code }) => code).join('\n')

  it('contains only lines of programs that run with the same output', () => {
    expect(rows.length).toBeGreaterThan(5)
    for (const [one, other] of rows) {
      expect(textOf(blocks)).toContain(one)
      expect(textOf(moved)).toContain(other)
    }
  })
})

it('every block shows its output', () => {
  expect(blocks.length).toBe(page.match(/^```js/gm)?.length)
  expect(blocks.length).toBeGreaterThan(0)
})

/** Maps published names to the installed aliases, because several versions are installed. */
function installedAs(age: string, code: string): string {
  return code.replace(/from "([^"]+)"/g, (_, name: string) => {
    const alias = Object.entries(packages).find(([key, one]) => one.name === name && key.endsWith(`-${age}`))
    if (!alias) throw new Error(`${name} is not installed as ${age}`)
    return `from "${alias[0]}"`
  })
}
