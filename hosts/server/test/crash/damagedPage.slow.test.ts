/**
 * A SQLite file with a damaged page: each page in turn is overwritten, or its text is changed, as a failing disk does.
 * A request gets the right signature or an error, and never a signature with another key or under another policy.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addEthereumWallet, apiKeyStamper, createTestEngine } from '@keywright/engine/test'
import { isAddressOf, parseHex, recoverPublicKey } from '@keywright/keys'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { folderOfTest } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { record } from './record.ts'

const PAGE = 4_096

/** A database with a root user, who may sign, and another user, who may not. */
async function createFile(file: string) {
  const store = openSqliteStore(file)
  const engine = createTestEngine('damaged page', { store })
  const { root, organizationId, rootKey } = await engine.organization()
  const { addresses } = await addEthereumWallet(root)
  const otherKey = engine.apiKey()
  await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
    users: [
      {
        userName: 'other',
        apiKeys: [{ apiKeyName: 'other', publicKey: otherKey.publicKey }],
        authenticators: [],
        userTags: [],
      },
    ],
  })
  store.close()
  new Database(file).pragma('wal_checkpoint(TRUNCATE)')
  return { organizationId, address: addresses[0]!, rootKey, otherKey }
}

type Deployment = Awaited<ReturnType<typeof createFile>>

interface Outcome {
  readonly root: string
  readonly other: string
}

async function outcomeOf(
  file: string,
  { organizationId, address, rootKey, otherKey }: Deployment,
): Promise<Outcome> {
  let store: ReturnType<typeof openSqliteStore>
  try {
    store = openSqliteStore(file)
  } catch (error) {
    const { message } = error as Error
    return { root: `not opened: ${message}`, other: 'not opened' }
  }
  const engine = createTestEngine('damaged page', { store })
  const ask = async (key: typeof rootKey, payload: string) => {
    const client = engine.client(organizationId, apiKeyStamper(key))
    const response = await client.post(
      client.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: address,
        payload,
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    )
    const body = (await response.json()) as {
      activity?: { status: string; result: { signRawPayloadResult?: { r: string; s: string; v: string } } }
      message?: string
      details?: { errorCode?: string }[]
    }
    const result = body.activity?.result.signRawPayloadResult
    if (!result) {
      const errorCode =
        body.details?.find((detail) => detail.errorCode)?.errorCode ?? `status ${response.status}`
      return errorCode === 'STORE_UNAVAILABLE' ? body.message! : errorCode
    }
    return isSignedBy(address, result, payload) ? 'right' : 'wrong'
  }
  try {
    return { root: await ask(rootKey, '5a'.repeat(32)), other: await ask(otherKey, 'a5'.repeat(32)) }
  } finally {
    store.close()
  }
}

function isSignedBy(
  address: string,
  { r, s, v }: { readonly r: string; readonly s: string; readonly v: string },
  payload: string,
): boolean {
  const key = recoverPublicKey(parseHex(payload, 'payload'), parseHex(r + s + v, 'signature'))
  return key !== undefined && isAddressOf(address, key)
}

/** Changes the page in place. */
const DAMAGES: Readonly<Record<string, (page: Buffer) => void>> = {
  zeroed: (page) => page.fill(0),
  'with other bytes': (page) => page.fill(0xa7, 100),
  // The structure stays valid, so SQLite can't notice.
  'with other digits in its text': replacing('a', 'b'),
  'with other quotes in its text': replacing('"', '#'),
  'with text that is not UTF-8': replacing('a', '\xff'),
}

function replacing(one: string, other: string) {
  return (page: Buffer) => {
    for (const [n, byte] of page.entries()) if (byte === one.charCodeAt(0)) page[n] = other.charCodeAt(0)
  }
}

it.each(Object.keys(DAMAGES))(
  'never gives a wrong signature from a page %s',
  async (damage) => {
    const folder = folderOfTest('damaged')
    const whole = join(folder, 'whole.db')
    const deployment = await createFile(whole)
    expect(await outcomeOf(copyTo(whole, join(folder, 'copy.db')), deployment)).toEqual({
      root: 'right',
      other: 'NOT_PERMITTED_BY_POLICY',
    })
    const found = new Map<string, number>()
    const pages = readFileSync(whole).length / PAGE
    for (let n = 0; n < pages; n++) {
      const file = join(folder, `${n}.db`)
      const bytes = readFileSync(whole)
      DAMAGES[damage]!(bytes.subarray(n * PAGE, (n + 1) * PAGE))
      writeFileSync(file, bytes)
      const { root, other } = await outcomeOf(file, deployment)
      for (const one of [`root: ${root}`, `other: ${other}`]) found.set(one, (found.get(one) ?? 0) + 1)
    }
    console.log(`${damage}: ${pages} pages`, Object.fromEntries(found))
    const count = (pattern: RegExp) =>
      [...found].reduce((sum, [one, times]) => sum + (pattern.test(one) ? times : 0), 0)
    const [right, notOpened] = [count(/^root: right/), count(/^root: not opened/)]
    record('damaged pages', {
      'damage of a page': damage,
      pages,
      'right signature': right,
      'clear error': pages - right - notOpened - count(/^root: wrong/),
      'file not opened': notOpened,
      'wrong signature, or for the wrong user': count(/wrong|other: right/),
    })
    expect(
      [...found.keys()].filter((one) => /wrong|other: right|INTERNAL|status|does not respond/.test(one)),
    ).toEqual([])
  },
  120_000,
)

function copyTo(from: string, to: string): string {
  copyFileSync(from, to)
  return to
}
