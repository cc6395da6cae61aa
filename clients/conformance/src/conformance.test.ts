/** The TypeScript client gets the full score, and each check is failed by a client with its defect. */
import { fromHex, toBase64url, toHex } from '@keywright/client'
import { p256 } from '@noble/curves/nist.js'
import { expect, it } from 'vitest'
import { everyNth } from '../../../tools/scripts/lib/tries.ts'
import { typescript, typescriptWith } from './clients/typescript.ts'
import { checks, type Handlers, inProcess, type Report, runConformance } from './index.ts'

const idsOf = (report: Report, outcome: string) =>
  report.checks.filter((check) => check.outcome === outcome).map(({ id }) => id)

async function run(handlers: Handlers, ids?: readonly string[]): Promise<Report> {
  return runConformance(inProcess(handlers), {
    ...(ids && { checks: checks.filter(({ id }) => ids.includes(id)) }),
  })
}

/** Without the check that examines the others. */
const ids = checks.map(({ id }) => id).filter((id) => id !== 'no-secrets')

it('our client for TypeScript passes every check', async () => {
  const some = [...everyNth(3, ids), 'no-secrets']
  const report = await run(typescript, some)
  expect(report.checks.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  expect(report.passed).toBe(some.length)
})

it('every check has a unique id, a requirement and its source', () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
  for (const { requires, source } of checks) {
    expect(requires).toMatch(/^\S.*\.$/)
    expect(source).toMatch(/^(\/[a-z-]+|RFC \d+|X\.690|WebAuthn)/)
  }
})

const everything = (does: (verb: string) => Promise<never>): Handlers => {
  const { hello, ...others } = typescript
  return { hello: hello!, ...Object.fromEntries(Object.keys(others).map((verb) => [verb, () => does(verb)])) }
}

it('a client that rejects everything passes no check', async () => {
  const refusing = everything(async () => {
    throw Object.assign(new Error('no'), { code: 'NO' })
  })
  expect(idsOf(await run(refusing, everyNth(8, ids)), 'pass')).toEqual([])
})

it('a client that answers without sending anything passes no check', async () => {
  const answer = {
    organizationId: 'a',
    userId: 'b',
    username: 'c',
    activityId: 'd',
    status: 'ACTIVITY_STATUS_COMPLETED',
  }
  const opened = { secret: 'e', publicKey: 'f', privateKey: '00', encryptedBundle: '{}', stamps: [] }
  const idle = everything(async () => ({ ...answer, ...opened }) as never)
  expect(idsOf(await run(idle, everyNth(8, ids)), 'pass')).toEqual([])
})

it('a client without functions is reported as such', async () => {
  const some = everyNth(8, ids)
  expect(idsOf(await run({ hello: typescript.hello! }, some), 'not offered')).toEqual(some)
})

/** Encodes r and s with a fixed width, as some stampers do. */
function widen(value: string): string {
  const stamp = JSON.parse(atob(value.replace(/-/g, '+').replace(/_/g, '/'))) as { signature: string }
  const { r, s } = p256.Signature.fromBytes(fromHex(stamp.signature)!, 'der')
  const integers = [r, s].flatMap((number) => [
    0x02,
    33,
    0,
    ...fromHex(number.toString(16).padStart(64, '0'))!,
  ])
  const signature = toHex(Uint8Array.of(0x30, integers.length, ...integers))
  return toBase64url(new TextEncoder().encode(JSON.stringify({ ...stamp, signature })))
}

/** Posts another body than the signed one. */
const altering = (change: (body: string) => string): Handlers =>
  typescriptWith({
    async fetch(request) {
      const { url, headers, signal } = request
      return fetch(url, { method: 'POST', headers, signal, body: change(await request.text()) })
    },
  })

const looping = (): Handlers => {
  const { submit } = typescriptWith({ retries: 0 })
  return {
    ...typescript,
    submit: async (instruction) => submit!(instruction).catch(() => submit!(instruction)),
  }
}

const wrong: readonly (readonly [string, Handlers, readonly string[]])[] = [
  [
    'never retries',
    typescriptWith({ retries: 0 }),
    ['retry-unavailable', 'retry-reset', 'retry-lost-answer', 'retry-after', 'retry-ends'],
  ],
  [
    'retries with a new submit',
    looping(),
    [
      'retry-unavailable',
      'retry-reset',
      'retry-lost-answer',
      'no-retry-refused',
      'consensus-not-resubmitted',
      'pending-time-up',
      'clock-behind',
    ],
  ],
  [
    'follows redirects',
    typescriptWith({ fetch: (request) => fetch(new Request(request, { redirect: 'follow' })) }),
    ['no-redirects'],
  ],
  [
    'posts other bytes than it signed',
    altering((body) => `${body} `),
    [
      'stamp-p256',
      'stamp-secp256k1',
      'stamp-ed25519',
      'stamp-passkey',
      'stamp-evm-wallet',
      'stamp-solana-wallet',
      'submit-frame',
    ],
  ],
  [
    'writes DER at fixed width',
    {
      ...typescript,
      async stamp(instruction) {
        const { stamps } = await typescript.stamp!(instruction)
        return { stamps: stamps.map(({ name, value }) => ({ name, value: widen(value) })) }
      },
    },
    ['stamps-p256'],
  ],
  [
    'gives up after the first poll',
    { ...typescript, submit: (instruction) => typescriptWith({ timeout: 1 }).submit!(instruction) },
    ['pending-polled'],
  ],
  [
    'reveals its key in errors',
    {
      ...typescript,
      async whoami(instruction) {
        const { credential } = instruction.client
        const key = 'privateKey' in credential ? credential.privateKey : ''
        return typescript.whoami!(instruction).catch((error: Error) => {
          throw Object.assign(error, { message: `${error.message} with ${key}` })
        })
      },
    },
    ['no-secrets'],
  ],
  [
    'opens bundles from any signer',
    {
      ...typescript,
      openExport: (instruction) => {
        const { data, enclaveQuorumPublic } = JSON.parse(instruction.bundle)
        const { organizationId } = JSON.parse(new TextDecoder().decode(fromHex(data)))
        return typescript.openExport!({
          ...instruction,
          organizationId,
          signerPublicKey: enclaveQuorumPublic,
        })
      },
      sealImport: (instruction) => {
        const { data, enclaveQuorumPublic } = JSON.parse(instruction.bundle)
        const { userId } = JSON.parse(new TextDecoder().decode(fromHex(data)))
        return typescript.sealImport!({ ...instruction, userId, signerPublicKey: enclaveQuorumPublic })
      },
    },
    ['export-other-signer', 'export-other-organization', 'import-other-signer', 'import-other-user'],
  ],
  [
    'strips leading zeros',
    {
      ...typescript,
      async submit(instruction) {
        const answer = await typescript.submit!(instruction)
        const result = Object.fromEntries(
          Object.entries(answer.result ?? {}).map(([name, value]) => [
            name,
            String(value).replace(/^0+/, ''),
          ]),
        )
        return { ...answer, result }
      },
    },
    ['signature-padded'],
  ],
  [
    'throws raw parser errors',
    {
      ...typescript,
      whoami: (instruction) =>
        typescript.whoami!(instruction).catch(() => {
          throw new SyntaxError('Unexpected token < in JSON')
        }),
    },
    ['error-key', 'error-organization', 'error-html', 'error-html-refusal', 'error-nobody', 'error-silence'],
  ],
]

it.each(wrong)('detects a client that %s', async (_, handlers, ids) => {
  // The check for secrets examines the errors of another check.
  const all = ids.includes('no-secrets') ? [...ids, 'error-key'] : ids
  const report = await run(handlers, all)
  expect(idsOf(report, 'fail')).toEqual(expect.arrayContaining([...ids]))
  for (const { found } of report.checks.filter(({ outcome }) => outcome === 'fail'))
    expect(found).toBeTruthy()
})
