/** Flows of the documentation on the command line: signatures, passkeys, imports, journals. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDevServer } from '@keywright/server'
import { Transaction, verifyMessage, verifyTypedData } from 'ethers'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderOfTest } from '../../tools/scripts/lib/temporaryFolder.ts'
import { isNightly } from '../../tools/scripts/lib/tries.ts'
import { folder, hostWith, resultOf, server, withDevServer } from '../test/devServer.ts'
import { createTestHost } from '../test/testHost.ts'
import { generateHolderKey } from './operate/holders.ts'

withDevServer()
let ethereum: string
let solana: string
beforeAll(async () => {
  const words = ['--account', 'ethereum', '--account', 'solana', '--json']
  const created = await hostWith().run('wallets', 'create', 'flows', ...words)
  ;[ethereum, solana] = created.json<{ addresses: [string, string] }>().addresses
})
const signed = async (...words: string[]) =>
  (await hostWith().run('sign', ...words, '--json')).json<{ signature: string }>().signature

const order = {
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  domain: { name: 'Shop', chainId: 1 },
  message: { amount: '5' },
}

describe('sign and verify', () => {
  it('produces the 65 bytes that wallets accept for EIP-191 and EIP-712', async () => {
    const personal = await signed(ethereum, 'hello', '--eip191')
    expect(verifyMessage('hello', personal)).toBe(ethereum)
    const typed = await signed(ethereum, JSON.stringify(order), '--eip712')
    expect(verifyTypedData(order.domain, order.types, order.message, typed)).toBe(ethereum)
  })

  it('accepts only signatures of the signer', async () => {
    const cases = [
      [ethereum, 'hello', '--eip191'],
      [ethereum, JSON.stringify(order), '--eip712'],
      [ethereum, 'hello'],
      [solana, 'hello'],
    ] as [string, string, ...string[]][]
    for (const [signer, payload, ...flags] of cases) {
      const signature = await signed(signer, payload, ...flags)
      const verify = (...words: string[]) => hostWith().run('verify', ...words, ...flags)
      expect((await verify(signer, payload, signature)).exitCode).toBe(0)
      const changed = `${signature.slice(0, 10)}${signature[10] === '0' ? '1' : '0'}${signature.slice(11)}`
      expect((await verify(signer, payload, changed)).exitCode).toBe(1)
      if (!flags.includes('--eip712'))
        expect((await verify(signer, `${payload}!`, signature)).exitCode).toBe(1)
    }
  })

  it('names the address that a signature belongs to', async () => {
    const signature = await signed(ethereum, 'hello')
    const by = async (signer: string) => (await hostWith().run('verify', signer, 'hello', signature)).out
    const other = `0x${'11'.repeat(20)}`
    expect(await by(other)).toBe(`not a signature by ${other}, but by ${ethereum}\n`)
  })
})

describe('passkey', () => {
  it('is registered with the output of create, and stamps requests', async () => {
    const host = hostWith()
    const created = await host.run('passkey', 'create', 'alice.passkey', '--name', 'laptop')
    expect(host.secrets).toContain('alice.passkey')
    const { subOrganizationId } = await resultOf('create_sub_organization', {
      subOrganizationName: 'alice',
      rootUsers: [
        { userName: 'alice', apiKeys: [], oauthProviders: [], authenticators: [JSON.parse(created.out)] },
      ],
      rootQuorumThreshold: 1,
    })
    const body = JSON.stringify({ organizationId: subOrganizationId })
    const { header, value } = (await host.run('passkey', 'stamp', 'alice.passkey', body, '--json')).json<
      Record<string, string>
    >()
    const answer = await fetch(`${server.url}/public/v1/query/whoami`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [header!]: value! },
    })
    expect(await answer.json()).toMatchObject({ username: 'alice' })
  })
})

describe('bundle seal', () => {
  const PHRASE = `${'abandon '.repeat(11)}about`

  it('imports a phrase and a key', async () => {
    const { userId } = (await hostWith().run('whoami', '--json')).json<{ userId: string }>()
    const wallet = await resultOf('init_import_wallet', { userId })
    const host = hostWith({ files: { 'import.json': String(wallet['importBundle']) }, input: `${PHRASE}\n` })
    const sealed = await host.run('bundle', 'seal', '@import.json', '-')
    expect(sealed.err).toBe('')
    const imported = await resultOf('import_wallet', {
      userId,
      walletName: 'imported',
      encryptedBundle: sealed.out.trim(),
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    })
    // The well-known first address of the BIP-39 test mnemonic.
    expect(imported['addresses']).toEqual(['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'])
    const other = await host.run(
      'bundle',
      'seal',
      '@import.json',
      '-',
      '--signer-public-key',
      server.apiKey.publicKey,
    )
    expect(other.exitCode).toBe(2)
    const short = hostWith({ files: { 'import.json': String(wallet['importBundle']) }, input: 'one two' })
    const { err } = await short.run('bundle', 'seal', '@import.json', '-')
    expect(err).toMatch(/at least 12 words/)
  })
})

describe('journal verify', () => {
  it('reads the folder while the server runs', async () => {
    const { out, exitCode } = await createTestHost().run('journal', 'verify', '--state', folder)
    expect(out).toMatch(new RegExp(`^ok +${server.organizationId} +\\d+ entries, head [0-9a-f]{64}$`, 'm'))
    expect(exitCode).toBe(0)
  })

  it('reports an unknown organization', async () => {
    const id = '7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10'
    const { err, exitCode } = await createTestHost().run(
      'journal',
      'verify',
      '--state',
      folder,
      '--organization-id',
      id,
    )
    expect(err).toMatch(/organization 7c3b.* not found/)
    expect(exitCode).toBe(1)
  })
})

describe('journal export', () => {
  it('appends signed heads to a stream, which journal verify compares the database with', async () => {
    const stream = join(folder, 'heads.jsonl')
    const journal = (word: string) =>
      createTestHost().run('journal', word, '--state', folder, '--stream', stream)
    expect(await journal('export')).toMatchObject({
      out: expect.stringMatching(/heads\.jsonl: [1-9]\d* new heads?\n$/),
      exitCode: 0,
    })
    expect(await journal('export')).toMatchObject({ out: `${stream}: 0 new heads\n`, exitCode: 0 })
    expect((await journal('verify')).exitCode).toBe(0)
    const [first, head] = readFileSync(stream, 'utf8').split('\n')
    const other = join(folder, 'other.jsonl')
    writeFileSync(other, `${first}\n${head!.replace(/"version":\d+/, '"version":999')}\n`)
    const refused = await createTestHost().run('journal', 'verify', '--state', folder, '--stream', other)
    expect(refused.err).toMatch(/line 2 of \S+ is not a head that the key of the stream signed/)
    expect(refused.exitCode).toBe(2)
  })

  it('prints every head without a stream', async () => {
    const { out, exitCode } = await createTestHost().run('journal', 'export', '--state', folder)
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const publicKey = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(lines[0]).toMatchObject({ publicKey })
    expect(lines).toContainEqual(expect.objectContaining({ organization: server.organizationId }))
    expect(exitCode).toBe(0)
  })
})

/** The state folder of a server that doesn't run. */
function stoppedServer() {
  const stopped = folderOfTest('stopped')
  return {
    stopped,
    startAndStop: async () => (await startDevServer({ stateDir: stopped, port: 0 })).close(),
    journal: (...words: string[]) => createTestHost().run('journal', ...words, '--state', stopped),
  }
}

describe('journal erase', () => {
  it('rejects a user that never existed in the organization', async () => {
    const { journal, startAndStop } = stoppedServer()
    await startAndStop()
    const verified = await journal('verify', '--json')
    const [{ organizationId }] = (JSON.parse(verified.out) as { journals: [{ organizationId: string }] })
      .journals
    const erased = await journal('erase', '--organization-id', organizationId, '--user-id', 'another')
    expect(erased.err).toContain(`organization ${organizationId} never had user another`)
    expect(erased.exitCode).toBe(2)
  })
})

describe('journal prune', () => {
  it('does not touch the folder of a running server', async () => {
    const { err, exitCode } = await createTestHost().run(
      'journal',
      'prune',
      '--before',
      '2020-01-01',
      '--state',
      folder,
    )
    expect(err).toMatch(/is in use by a development server/)
    expect(exitCode).toBe(2)
  })

  it('removes old entries while the server is stopped, and the server starts again', async () => {
    const { journal, startAndStop } = stoppedServer()
    await startAndStop()
    const kept = await journal('prune', '--before', '2000-01-01T00:00:00Z')
    expect(kept.out).toMatch(/^ok +[0-9a-f-]{36} +nothing to remove$/m)
    const pruned = await journal('prune', '--before', '2100-01-01T00:00:00Z')
    expect(pruned.out).toMatch(/^ok +[0-9a-f-]{36} +removed \d+ entr(y|ies), verifiable after entry \d+$/m)
    await startAndStop()
    const verified = await journal('verify')
    expect(verified.out).toMatch(/^ok +[0-9a-f-]{36} +\d+ entries, head [0-9a-f]{64}$/m)
    expect(verified.exitCode).toBe(0)
  })

  it.runIf(isNightly)(
    'archives entries first, and verify checks them together with the database',
    async () => {
      const { journal, startAndStop, stopped } = stoppedServer()
      const at = (name: string) => join(stopped, name)
      const prune = (archive: string, to: string) =>
        journal('prune', '--before', '2100-01-01', '--archive', archive, '--archive-to', to)
      const verify = (key: string, ...archives: string[]) =>
        createTestHost({ files: { 'archive.key': key } }).run(
          'journal',
          'verify',
          '--state',
          stopped,
          '--archive-key',
          'archive.key',
          ...archives.flatMap((name) => ['--archive', at(name)]),
        )
      const { identity, recipient } = await generateHolderKey()
      await startAndStop()
      expect((await prune(at('first'), recipient)).out).toMatch(/removed \d+ entr/)
      expect(readFileSync(at('first'), 'latin1')).not.toContain('organization')
      await startAndStop()
      expect((await prune(at('second'), recipient)).exitCode).toBe(0)
      expect(await verify(identity, 'first', 'second')).toMatchObject({ err: '', exitCode: 0 })
      expect((await verify(identity, 'second')).out).toMatch(/archived entry 1 is missing/)
      expect((await verify(identity, 'first')).out).toMatch(/the archive of entry \d+ is missing/)
      const { identity: other } = await generateHolderKey()
      expect((await verify(other, 'first', 'second')).err).toMatch(/cannot read the archive/)
      expect((await verify(identity, 'none')).err).toMatch(/cannot read .*none: file not found/)
      expect((await prune(at('first'), recipient)).err).toMatch(
        /first: it already exists\n +hint: choose another/,
      )
      expect((await prune(at('none/x'), recipient)).err).toMatch(/its folder does not exist\n +hint: create/)
      expect((await prune(at('third'), 'not-a-key')).err).toMatch(/--archive-to is not a public key/)
      expect((await journal('prune', '--before', '2100-01-01', '--archive', at('x'))).exitCode).toBe(2)
    },
  )
})

describe('policy explain of the organization', () => {
  /** An unsigned EIP-1559 transaction of 1 wei. */
  const transaction = Transaction.from({
    type: 2,
    chainId: 1,
    to: '0x3535353535353535353535353535353535353535',
    value: 1,
    gasLimit: 21_000,
    maxFeePerGas: 1,
    maxPriorityFeePerGas: 1,
    nonce: 0,
  }).unsignedSerialized
  const policy = {
    policyName: 'small',
    effect: 'EFFECT_ALLOW',
    condition: 'eth.tx.value <= 1',
    consensus: 'true',
  }

  it('agrees with the engine for root users and others', async () => {
    await resultOf('create_policies', { policies: [policy] })
    const other = (await hostWith().run('generate', 'api-key', '--json')).json<{
      publicKey: string
      privateKey: string
    }>()
    await resultOf('create_users', {
      users: [
        {
          userName: 'Other',
          userTags: [],
          apiKeys: [{ apiKeyName: 'key', publicKey: other.publicKey, curveType: 'API_KEY_CURVE_P256' }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
    })
    const asOther = () =>
      hostWith({
        env: { KEYWRIGHT_API_PUBLIC_KEY: other.publicKey, KEYWRIGHT_API_PRIVATE_KEY: other.privateKey },
      })
    const words = (hex: string) => ['policy', 'explain', '--transaction', hex, '--sign-with', ethereum]
    const big = Transaction.from(transaction)
    big.value = 2n
    for (const hex of [transaction, big.unsignedSerialized]) {
      const explained = await asOther().run(...words(hex))
      const happened = await asOther().run('sign', ethereum, hex, '--transaction', 'ethereum')
      expect(explained.err).toBe('')
      expect([hex, explained.exitCode]).toEqual([hex, happened.exitCode])
    }
    expect((await asOther().run(...words(big.unsignedSerialized))).out).toMatch(
      /DENIED: no policy allows it[\s\S]*`?eth\.tx\.value`? is 2/,
    )
    expect((await hostWith().run(...words(big.unsignedSerialized))).out).toMatch(/ALLOWED: enough root users/)
    const made = await hostWith().run('wallets', 'create', 'explained', '--json')
    const { activityId } = made.json<{ activityId: string }>()
    const why = await hostWith().run('policy', 'explain', '--activity', activityId)
    expect(why.out).toMatch(/ALLOWED/)
    const body = { type: 'CREATE_WALLET', parameters: { walletName: 'x', accounts: [] } }
    expect((await asOther().run('policy', 'explain', '--body', JSON.stringify(body))).exitCode).toBe(1)
    const lacking = await hostWith().run(
      'policy',
      'explain',
      '--body',
      '{"type":"EXPORT_WALLET","parameters":{}}',
    )
    expect(lacking.err).toMatch(/MEMBER_MISSING/)
  })
})
