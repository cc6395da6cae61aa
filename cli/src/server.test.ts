/** Commands that send requests to a development server in this process. */
import { apiPublicKeyOf, toUtf8, verifyStamp } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { hostWith, resultOf, server, withDevServer } from '../test/devServer.ts'
import { createTestHost } from '../test/testHost.ts'

withDevServer()

describe('whoami', () => {
  it('shows organization, user and key', async () => {
    const { out, exitCode } = await hostWith().run('whoami')
    expect(out).toContain(server.organizationId)
    expect(out).toContain(server.apiKey.publicKey)
    expect(out).not.toContain(server.apiKey.privateKey)
    expect(exitCode).toBe(0)
  })

  it('suggests what to do about an unknown key', async () => {
    const unknownKey = {
      KEYWRIGHT_API_PRIVATE_KEY: '11'.repeat(32),
      KEYWRIGHT_API_PUBLIC_KEY: apiPublicKeyOf('API_KEY_CURVE_P256', '11'.repeat(32)),
    }
    const { err, exitCode } = await hostWith({ env: unknownKey }).run('whoami')
    expect(err).toMatch(/API_KEY_NOT_FOUND \(HTTP 401\)/)
    expect(err).toMatch(/hint: .*keywright doctor/)
    expect(exitCode).toBe(1)
  })
})

describe('request', () => {
  it('prints the response of a query', async () => {
    const run = await hostWith().run('request', 'list_users')
    expect(run.json()).toMatchObject({ users: [{ userName: 'Root user' }] })
  })

  it('completes the body of a submit, and reads it from a file or standard input', async () => {
    const parameters = JSON.stringify({ userTagName: 'board', userIds: [] })
    const file = hostWith({ files: { 'tag.json': parameters } })
    const { out } = await file.run('request', 'create_user_tag', '@tag.json')
    expect(out).toMatch(/status +COMPLETED/)
    const input = hostWith({ input: JSON.stringify({ userTagName: 'crew', userIds: [] }) })
    expect((await input.run('request', 'ACTIVITY_TYPE_CREATE_USER_TAG', '-')).exitCode).toBe(0)
  })

  it('names every invalid field, and sends nothing', async () => {
    let sent = 0
    const host = hostWith({
      fetch: async () => {
        sent++
        return new Response()
      },
    })
    const body = '{"walletNam":"x","accounts":[{"curve":"CURVE_P256"}]}'
    const { err, exitCode } = await host.run('request', 'create_wallet', body)
    expect(err).toMatch(/create_wallet was not sent/)
    expect(err).toMatch(/\n {2}unknown member `walletNam`/)
    expect(err).toMatch(/\n {2}`accounts\.0\.curve` is not one of CURVE_SECP256K1, CURVE_ED25519/)
    expect(exitCode).toBe(2)
    expect(sent).toBe(0)
    const json = (await host.run('request', 'create_wallet', body, '--json')).json()
    expect(json).toMatchObject({ error: { exitCode: 2, errorCode: 'MEMBER_MISSING', code: 3 } })
  })

  it('leaves validation to the engine with --no-check', async () => {
    const { err, exitCode } = await hostWith().run(
      'request',
      'create_wallet',
      '{"walletNam":"x"}',
      '--no-check',
    )
    expect(err).toMatch(/MEMBER_MISSING \(HTTP 400\)/)
    expect(exitCode).toBe(1)
  })

  it('sends a complete body byte for byte, so that a repeated request returns the same activity', async () => {
    const body = ` ${JSON.stringify({
      type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
      timestampMs: String(Date.now()),
      organizationId: server.organizationId,
      parameters: { userTagName: 'again', userIds: [] },
    })} `
    const first = (await hostWith().run('request', 'create_user_tag', body, '--json')).json<{
      activity: { id: string }
    }>()
    const second = (await hostWith().run('request', 'create_user_tag', body, '--json')).json<{
      activity: { id: string }
    }>()
    expect(second.activity.id).toBe(first.activity.id)
  })

  it('binds every query to its call and time, even if the body contains the organization', async () => {
    const { organizationId } = server
    for (const given of [{}, { organizationId }]) {
      const dry = await hostWith().run('request', 'whoami', JSON.stringify(given), '--dry-run', '--json')
      expect(JSON.parse(dry.json<{ body: string }>().body)).toEqual({
        organizationId,
        timestampMs: expect.stringMatching(/^\d{13}$/),
        callPath: '/public/v1/query/whoami',
      })
    }
    const foreign = JSON.stringify({ organizationId, callPath: '/public/v1/query/whoami' })
    const { err } = await hostWith().run('request', 'list_users', foreign)
    expect(err).toMatch(/the query was stamped for \/public\/v1\/query\/whoami/)
  })

  it('replaces time and organization of a body with --renew, and keeps its type', async () => {
    const whole = {
      type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
      timestampMs: '1734000000000',
      organizationId: '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10',
      parameters: { userTagName: 'from a page', userIds: [] },
    }
    const send = (call: string, body: object, ...words: string[]) =>
      hostWith().run('request', call, JSON.stringify(body), ...words)
    expect((await send('create_user_tag', whole)).err).toMatch(/ORGANIZATION_NOT_FOUND/)
    expect((await send('create_user_tag', whole, '--renew')).out).toMatch(/status +COMPLETED/)
    const query = { organizationId: whole.organizationId }
    expect((await send('list_user_tags', query, '--renew')).out).toContain('from a page')
    const older = {
      ...whole,
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD',
      parameters: {
        privateKeyId: server.organizationId,
        payload: '00',
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
    }
    const dry = (await send('sign_raw_payload', older, '--renew', '--dry-run', '--json')).json<{
      body: string
    }>()
    expect(JSON.parse(dry.body)).toMatchObject({ type: older.type, organizationId: server.organizationId })
    const broken = await send('create_user_tag', { ...whole, parameters: 'text' }, '--renew')
    expect(broken.err).toMatch(/not a JSON object/)
  })

  it('prints a validly stamped request with --dry-run', async () => {
    const host = hostWith({ fetch: () => Promise.reject(new Error('sent')) })
    const run = await host.run('request', 'whoami', '--dry-run', '--json')
    const { body, stamp, bytes } = run.json<{ body: string; stamp: never; bytes: number }>()
    expect(bytes).toBe(toUtf8(body).length)
    expect(await verifyStamp(stamp, toUtf8(body))).toBe(true)
    const { out } = await host.run('request', 'whoami', '--dry-run')
    expect(out).toContain(`curl -X POST '${server.url}/public/v1/query/whoami'`)
    expect(out).not.toContain(server.apiKey.privateKey)
  })
})

describe('wallets and signatures', () => {
  it('creates, lists and signs', async () => {
    const words = ['--account', 'ethereum', '--account', 'ethereum', '--account', 'solana', '--json']
    const created = await hostWith().run('wallets', 'create', 'treasury', ...words)
    const { addresses } = created.json<{ addresses: string[] }>()
    expect(addresses).toHaveLength(3)
    expect(new Set(addresses).size).toBe(3)
    const { out } = await hostWith().run('wallets', 'list', '--accounts')
    for (const address of addresses) expect(out).toContain(address)

    const [ethereum, , solana] = addresses as [string, string, string]
    expect((await hostWith().run('sign', ethereum, 'hello')).out).toMatch(
      /^r {2}[0-9a-f]{64}\ns {2}[0-9a-f]{64}\nv {2}0[01]\nsignature {2}0x[0-9a-f]{128}1[bc]\n$/,
    )
    expect((await hostWith().run('sign', solana, 'hello')).exitCode).toBe(0)
    const unhashed = await hostWith().run('sign', ethereum, 'hello', '--hash', 'none')
    expect(unhashed.err).toMatch(/PAYLOAD_NOT_DIGEST.*\n.*--hash sha256/)
    const stranger = await hostWith().run('sign', '0x0000000000000000000000000000000000000001', 'hello')
    expect(stranger.err).toMatch(/SIGNER_NOT_FOUND.*\n.*wallets list --accounts/)
  })

  it('rejects unknown address formats', async () => {
    const { err } = await hostWith().run('wallets', 'create', 'x', '--account', 'etherium')
    expect(err).toMatch(/unknown address format `etherium`\n.*did you mean ethereum\?/)
  })

  it('decrypts an export with the target key, and prints the phrase only with --reveal', async () => {
    const host = hostWith()
    const pair = (await host.run('generate', 'target-key', '--out', 'target.key', '--json')).json()
    const { walletId } = await resultOf('create_wallet', { walletName: 'to export', accounts: [] })
    const { exportBundle } = await resultOf('export_wallet', {
      walletId,
      targetPublicKey: pair['targetPublicKey'],
    })
    host.files.set('export.json', String(exportBundle))
    const open = ['bundle', 'open', '@export.json', '--target-key-file', 'target.key']
    const quiet = await host.run(...open)
    expect(quiet.out).toMatch(/opened export bundle: a phrase\nwords {2}12\n/)
    const shown = (await host.run(...open, '--reveal', '--json')).json<{ secret: string }>()
    expect(shown.secret.split(' ')).toHaveLength(12)
    expect(quiet.out).not.toContain(shown.secret)
    await host.run(...open, '--out', 'phrase.txt')
    expect(host.files.get('phrase.txt')).toBe(`${shown.secret}\n`)
    expect(host.secrets).toContain('phrase.txt')

    const generator =
      '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'
    const otherSigner = await host.run(...open, '--signer-public-key', generator)
    expect(otherSigner.err).toMatch(/signed by another signer/)
    const otherOrganization = await host.run(
      ...open,
      '--organization-id',
      '7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
    )
    expect(otherOrganization.err).toMatch(/names another organization/)
    host.files.set('other.key', '22'.repeat(32))
    const otherKey = await host.run('bundle', 'open', '@export.json', '--target-key-file', 'other.key')
    expect(otherKey.err).toMatch(/does not open with this key/)
    expect(otherKey.exitCode).toBe(2)
  })
})

describe('doctor', () => {
  it('finds no problems', async () => {
    const { out, exitCode } = await hostWith().run('doctor', '--port', '0')
    expect(out).toMatch(/ok +whoami +Root user of Development/)
    expect(out).toMatch(/no problems found/)
    expect(exitCode).toBe(0)
  })

  it('recognizes a Keywright server on the port', async () => {
    const { out } = await hostWith().run('doctor', '--port', new URL(server.url).port)
    expect(out).toMatch(/in use by a Keywright server/)
  })

  it('suggests what to do about a clock that is ahead', async () => {
    const { out, exitCode } = await hostWith({ clock: () => Date.now() + 600_000 }).run(
      'doctor',
      '--port',
      '0',
    )
    expect(out).toMatch(/wrong clock +(599|600|601) s ahead of the server\n +→ synchronize the clock/)
    expect(exitCode).toBe(1)
  })

  it('reports missing settings', async () => {
    const { out, exitCode } = await createTestHost({ env: { KEYWRIGHT_BASE_URL: 'http://127.0.0.1:9' } }).run(
      'doctor',
    )
    expect(out).toMatch(/wrong organization/)
    expect(out).toMatch(/wrong server +cannot reach http:\/\/127\.0\.0\.1:9/)
    expect(exitCode).toBe(1)
  })
})

// Must be last, because it changes the root quorum.
describe('activities', () => {
  it('wait, are listed, approved and watched', async () => {
    const second = (await hostWith().run('generate', 'api-key', '--json')).json<{
      publicKey: string
      privateKey: string
    }>()
    const { userIds } = await resultOf('create_users', {
      users: [
        {
          userName: 'Second',
          userTags: [],
          apiKeys: [{ apiKeyName: 'key', publicKey: second.publicKey, curveType: 'API_KEY_CURVE_P256' }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
    })
    const caller = (await hostWith().run('whoami', '--json')).json<{ userId: string }>()
    await resultOf('update_root_quorum', { threshold: 2, userIds: [caller.userId, ...(userIds as string[])] })

    const asked = await hostWith().run('wallets', 'create', 'by two')
    expect(asked.out).toMatch(/CONSENSUS_NEEDED/)
    expect(asked.exitCode).toBe(4)
    const id = /activities approve (\S+)/.exec(asked.out)![1]!
    const other = {
      env: { KEYWRIGHT_API_PUBLIC_KEY: second.publicKey, KEYWRIGHT_API_PRIVATE_KEY: second.privateKey },
    }
    const list = await hostWith(other).run('activities', 'list', '--status', 'consensus_needed')
    expect(list.out).toMatch(new RegExp(`^${id} +CONSENSUS_NEEDED +CREATE_WALLET .*waiting for your vote`))

    const silent = await hostWith(other).run('activities', 'approve', id)
    expect(silent.err).toMatch(/"walletName": "by two"[\s\S]*no terminal to confirm in/)
    expect(silent.exitCode).toBe(2)
    const unsure = await hostWith({ ...other, answer: '' }).run('activities', 'approve', id)
    expect(unsure.err).toMatch(/approve this activity\? \[y\/N\] .*not confirmed/)
    expect(unsure.exitCode).toBe(1)
    const shown = await hostWith(other).run('activities', 'show', id)
    expect(shown.out).toMatch(/CONSENSUS_NEEDED[\s\S]*"walletName": "by two"[\s\S]*approved +Root user/)
    expect((await hostWith(other).run('sign', '0x00', 'x')).exitCode).not.toBe(0)

    let looks = 0
    const watching = hostWith({
      onSleep: async () => {
        if (looks++ > 0) throw new Error('the approval did not end the wait')
        const approved = await hostWith(other).run('activities', 'approve', id, '--yes')
        expect(approved.out).toMatch(/COMPLETED/)
      },
    })
    const watched = await watching.run('activities', 'watch', id)
    expect(watched.out).toBe(`${id}  CONSENSUS_NEEDED  CREATE_WALLET\n${id}  COMPLETED  CREATE_WALLET\n`)
    expect(watched.exitCode).toBe(0)

    const refused = await hostWith().run('wallets', 'create', 'not wanted')
    const refusedId = /activities approve (\S+)/.exec(refused.out)![1]!
    expect((await hostWith(other).run('activities', 'reject', refusedId, '--yes')).out).toMatch(/REJECTED/)
    const late = await hostWith(other).run('activities', 'approve', refusedId, '--yes')
    expect(late.exitCode).toBe(1)
    const end = await hostWith().run('activities', 'watch', refusedId)
    expect(end.err).toMatch(/is REJECTED/)
    expect(end.exitCode).toBe(1)
  })

  it('stop being watched on interruption or timeout', async () => {
    const host = hostWith({ onSleep: () => host.interrupt() })
    const { out, exitCode } = await host.run('activities', 'watch')
    expect(out.split('\n').length).toBeGreaterThan(3)
    expect(exitCode).toBe(0)
    let now = Date.now()
    const late = hostWith({
      clock: () => now,
      onSleep: () => {
        now += 3_000
      },
    })
    // Watching all activities ends normally.
    expect((await late.run('activities', 'watch', '--timeout', '2')).exitCode).toBe(0)
  })
})
