/** Two processes whose clocks differ and jump: neither caching nor commit order may depend on the time. */
import { expect, it } from 'vitest'
import { takingTurns } from '../../test/store/takingTurns.ts'
import { apiKeyStamper, createTestEngine } from '../../test/support/index.ts'
import { createMemoryStore } from './memory.ts'

const HOUR = 60 * 60
const ROOT_SECRET = new Uint8Array(32).fill(7)

it('sign, execute nothing twice, and forget a key that the other one deleted', async () => {
  const memory = createMemoryStore()
  const store = takingTurns(memory)
  let executions = 0
  const ports = { store, rootSecret: ROOT_SECRET, observe: () => void executions++ }
  const engines = [0, 1].map((n) => createTestEngine(`clock ${n}`, ports))
  const { root, organizationId, rootKey, rootUserId } = await engines[0]!.organization()
  const key = engines[0]!.apiKey()
  const { apiKeyIds } = await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
    userId: rootUserId,
    apiKeys: [{ apiKeyName: 'second', publicKey: key.publicKey, curveType: key.curve }],
  })
  const { privateKeys } = await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
    privateKeys: [{ privateKeyName: 'k', curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [] }],
  })
  // Stamped by the clock of the receiving process; otherwise the stamp would be too old.
  const sign = (engine: number, n: number, stamper = apiKeyStamper(rootKey)) => {
    const client = engines[engine]!.client(organizationId, stamper)
    return client.post(
      client.compose('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: privateKeys[0]!.privateKeyId,
        payload: n.toString(16).padStart(64, '0'),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    )
  }
  executions = 0
  const jumps = [0, HOUR, -2 * HOUR, 3 * HOUR, -4 * HOUR, 1]
  for (const [round, seconds] of jumps.entries()) {
    engines[round % 2]!.clock.advance({ seconds })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => sign(n % 2, round * 8 + n)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
  expect(executions).toBe(jumps.length * 8)
  const second = apiKeyStamper(key)
  expect((await sign(1, 1_000, second)).status).toBe(200)
  engines[1]!.clock.advance({ seconds: -HOUR })
  await root.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId: rootUserId, apiKeyIds })
  expect((await sign(1, 1_001, second)).status).toBe(401)
  const verdict = await engines[1]!.verifyJournal(organizationId)
  expect(verdict).toMatchObject({ ok: true, entries: await memory.version(organizationId) })
})
