/** The MCP server, driven by the official client in memory and over HTTP. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'
import { createMcpServer } from './createMcpServer.ts'
import { createDocumentation } from './documentation.ts'
import type { Engine } from './engine.ts'
import { serveHttp } from './serveHttp.ts'
import { createThrowAwayEngine } from './throwAwayEngine.ts'

const page = (title: string, route: string, body: string) =>
  `# ${title}\n\n> What ${title} are.\n\nSource: https://docs.example${route}\n\n${body}\n`
const text = [
  page('Home', '/', 'Start here.'),
  page(
    'Wallets',
    '/concepts/wallets',
    'A wallet holds a phrase.\n\n## Address formats {#address-formats}\n\nTron takes `ADDRESS_FORMAT_TRON`.\n\n```sh\n## no heading\n```\n\n### More {#more}\n\nDeep.\n\n## Deleting {#deleting}\n\nExport first.',
  ),
  page('Policies', '/concepts/policies/overview', 'A policy allows or denies.\n\n---\n\nDeny wins.'),
  page('Calls', '/api/', `Every call.\n\n### create_wallet {#create_wallet}\n\n${'Long. '.repeat(5_000)}`),
].join('\n---\n\n')
const documentation = createDocumentation(text)
const host = createTestHost()
const open = () => createMcpServer(async () => documentation, createThrowAwayEngine(host))

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function connect(transport: Transport) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  closing.push(() => client.close())
  const say = async (name: string, words: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: words })
    const [{ text: said }] = content as [{ text: string }]
    return { said, isError }
  }
  return {
    client,
    say,
    /** Returns the result as JSON. @throws Error for an error result */
    async ask<T>(name: string, words?: Record<string, unknown>): Promise<T> {
      const { said, isError } = await say(name, words)
      if (isError) throw new Error(said)
      return JSON.parse(said) as T
    },
  }
}

async function inMemory() {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await open().connect(ours)
  return connect(theirs)
}

interface Answer {
  readonly activity: {
    readonly id: string
    readonly status: string
    readonly fingerprint: string
    readonly result: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}

/** The one result of a completed activity. */
const resultOf = ({ activity }: Answer) => Object.values(activity.result)[0]!

interface Found {
  readonly guide?: Readonly<Record<string, unknown>>
  readonly found: readonly Readonly<Record<string, string>>[]
}

describe('the documentation', () => {
  it('is searched by words and identifiers, and hits can be read', async () => {
    const { ask, say } = await inMemory()
    const {
      guide,
      found: [hit],
    } = await ask<Found>('search_docs', { query: 'tron address' })
    expect(guide).toBeUndefined()
    expect(hit).toMatchObject({ page: '/concepts/wallets', section: 'address-formats', title: 'Wallets' })
    const { said } = await say('read_page', { page: hit!['page'], section: hit!['section'] })
    expect(said).toMatch(/^## Address formats.*ADDRESS_FORMAT_TRON.*## no heading.*### More/s)
    expect(said).not.toContain('Export first')
  })

  it('is read by path or URL of a page', async () => {
    for (const place of [
      'concepts/policies/overview',
      '/concepts/policies/overview.md',
      'https://docs.example/concepts/policies/overview',
    ]) {
      expect(documentation.read(place)).toMatch(/^# Policies.*Deny wins/s)
    }
    expect(documentation.read('/concepts/wallets#deleting')).toContain('Export first')
  })

  it('returns the list of sections for a very long page', () => {
    const said = documentation.read('/api/index.md')
    expect(said.length).toBeLessThan(1000)
    expect(said).toContain('- create_wallet (create_wallet)')
    expect(documentation.read('/api/', 'create_wallet')).toContain('Long. Long.')
  })

  it('suggests similar pages and sections', async () => {
    const { say } = await inMemory()
    expect(await say('read_page', { page: '/wallets' })).toEqual({
      said: 'page `/wallets` not found\ndid you mean /concepts/wallets?',
      isError: true,
    })
    expect((await say('read_page', { page: '/concepts/wallets', section: 'adress-formats' })).said).toContain(
      'did you mean address-formats?',
    )
    expect((await say('search_docs', { query: 'qqzzxx' })).said).toContain('no matches')
  })

  it('is offered as resources', async () => {
    const { client } = await inMemory()
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(['Home', 'Wallets', 'Policies', 'Calls'])
    for (const { uri, name } of resources) {
      const { contents } = await client.readResource({ uri })
      expect(contents).toMatchObject([
        { uri, mimeType: 'text/markdown', text: expect.stringContaining(`# ${name}`) },
      ])
    }
  })

  it('reports an unknown resource with the error code of the protocol', async () => {
    const { client } = await inMemory()
    const read = client.readResource({ uri: 'keywright://docs/nope' })
    await expect(read).rejects.toMatchObject({ code: -32002, data: { uri: 'keywright://docs/nope' } })
  })

  it('is read by the ID of a table row, and tolerates malformed escapes', () => {
    const page = '# Errors\n\n> All.\n\nSource: https://docs.example/errors\n\n## Catalog {#catalog}\n\n'
    const table = '| Message | Fix |\n| - | - |\n| `a` {#FIRST} | one |\n| `b` {#SECOND} | two |\n'
    const { read } = createDocumentation(page + table)
    expect(read('/errors#SECOND')).toBe('| Message | Fix |\n| - | - |\n| `b` {#SECOND} | two |')
    expect(() => read('/errors#%E0%A4%A')).toThrow(/has no section `%E0%A4%A`/)
  })

  it('has the same pages if its file has the line breaks of Windows', () => {
    expect(createDocumentation(text.replaceAll('\n', '\r\n')).pages).toEqual(documentation.pages)
  })

  it('lists the row of an error before the pages that mention the error', async () => {
    const table = '| Message | Fix |\n| - | - |\n| `sealed` · SEALED {#SEALED} | Unseal it. |\n'
    const { search, read } = createDocumentation(
      [
        page('Errors', '/errors', `## Catalog {#catalog}\n\n${table}`),
        page(
          'Deploy',
          '/deploy',
          'Until then SEALED, SEALED and SEALED.\n\n## Next steps\n\n- [Sealed](/x.md)',
        ),
      ].join('\n---\n\n'),
    )
    const { found } = await search('SEALED', 2)
    const [first, second] = found
    expect(first).toMatchObject({
      page: '/errors',
      section: 'SEALED',
      excerpt: 'sealed · SEALED · Unseal it.',
    })
    expect(second).toMatchObject({ page: '/deploy', excerpt: expect.stringContaining('Until then') })
    expect(read(first!.page, first!.section)).toContain('Unseal it.')
    expect(() => read('/errors#SEALD')).toThrow(
      expect.objectContaining({ details: { hint: 'did you mean SEALED?' } }),
    )
  })

  it.each([
    ['/concepts/wallets?version=1#deleting', /Export first/],
    ['/api/create_wallet', /did you mean \/api\/#create_wallet/],
    ['Wallets', /did you mean \/concepts\/wallets/],
  ])('can be requested as %s', async (place, said) => {
    const { say } = await inMemory()
    expect((await say('read_page', { page: place })).said).toMatch(said)
  })

  it('must be an llms-full.txt', () => {
    expect(() => createDocumentation('hello')).toThrow(/not an llms-full\.txt/)
  })
})

describe('the schemas of the tools', () => {
  /** What every client reads. Some reject the whole list for another keyword. */
  const COMMON = new Set(
    `$schema type description default enum properties required additionalProperties items minItems maxItems minLength
    maxLength pattern minimum maximum`.split(/\s+/),
  )

  /** Keywords outside the common subset, with their places. */
  function uncommon(schema: unknown, place: string): string[] {
    const { properties = {}, items, additionalProperties, ...rest } = schema as Record<string, object>
    return [
      ...Object.keys(rest).flatMap((keyword) => (COMMON.has(keyword) ? [] : [`${place}: ${keyword}`])),
      ...(typeof rest['type'] === 'string' ? [] : [`${place}: type ${JSON.stringify(rest['type'])}`]),
      ...((rest['type'] as unknown) === 'array' && !items ? [`${place}: no items`] : []),
      ...(typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
        ? [`${place}: additionalProperties`]
        : []),
      ...(items ? uncommon(items, `${place}[]`) : []),
      ...Object.entries(properties).flatMap(([name, inner]) => uncommon(inner, `${place}.${name}`)),
    ]
  }

  const connected: Engine = {
    about: async () => ({}),
    call: async () => ({ status: 200, body: {} }),
    close: async () => {},
  }
  it.each([
    ['a temporary engine', createThrowAwayEngine(host)],
    ['a server', connected],
  ])('for %s use only the common subset of JSON Schema', async (_, engine) => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await createMcpServer(async () => documentation, engine).connect(ours)
    const { client } = await connect(theirs)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(5)
    expect(tools.flatMap(({ name, inputSchema }) => uncommon(inputSchema, name))).toEqual([])
    for (const { inputSchema } of tools)
      expect(inputSchema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
      })
    expect(tools.map(({ name }) => name).filter((name) => !/^[a-z_]{1,64}$/.test(name))).toEqual([])
  })
})

describe('begin_with_examples', () => {
  it('restores the examples of the documentation each time', async () => {
    const { ask } = await inMemory()
    const before = await ask<Record<string, string>>('describe_engine')
    const created = await ask('create_key', { name: 'alice' })
    expect(JSON.stringify(created)).not.toContain('rivate')
    const begun = await ask<Record<string, string>>('begin_with_examples')
    expect(begun['organizationId']).not.toBe(before['organizationId'])
    expect(begun['keys']).toMatchObject([{ name: 'root' }, { name: 'alice' }])
    const signature = {
      call: 'sign_raw_payload',
      organizationId: '5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21',
      parameters: {
        signWith: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        payload: 'invoice 1041',
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_KECCAK256',
      },
    }
    const { activity: first } = await ask<Answer>('run_call', signature)
    expect(first.status).toBe('ACTIVITY_STATUS_COMPLETED')
    expect((await ask<Answer>('run_call', signature)).activity.id).not.toBe(first.id)
    await ask('begin_with_examples')
    expect((await ask<Answer>('run_call', signature)).activity.id).toBe(first.id)
  })
})

describe('a whole flow', () => {
  it('exports a wallet and decrypts the bundle', async () => {
    const { ask } = await inMemory()
    const wallet = await ask<Answer>('run_call', {
      call: 'create_wallet',
      parameters: { walletName: 'W', accounts: [] },
    })
    const { targetPublicKey } = await ask<Record<string, string>>('create_key', { name: 'target' })
    const exported = await ask<Answer>('run_call', {
      call: 'export_wallet',
      parameters: { walletId: resultOf(wallet)['walletId'], targetPublicKey },
    })
    const bundle = resultOf(exported)['exportBundle']
    const opened = await ask<Record<string, string>>('open_bundle', { bundle, key: 'target' })
    expect(opened['secret']!.split(' ')).toHaveLength(12)
  })

  it('rejects a malformed bundle with a hint', async () => {
    const { say } = await inMemory()
    for (const bundle of ['{', '{"data":"zz"}', '{"data":"00"}'])
      expect(await say('open_bundle', { bundle, key: 'root' })).toEqual({
        said: expect.stringContaining('the export bundle is malformed\n'),
        isError: true,
      })
  })

  it('signs in with the code of an email', async () => {
    const { ask } = await inMemory()
    await ask('run_call', {
      call: 'create_users',
      parameters: {
        users: [
          {
            userName: 'Bob',
            userEmail: 'bob@example.com',
            apiKeys: [
              {
                apiKeyName: 'bob',
                publicKey: (await ask<Record<string, string>>('create_key', { name: 'bob' }))['publicKey'],
                curveType: 'API_KEY_CURVE_P256',
              },
            ],
            authenticators: [],
            oauthProviders: [],
            userTags: [],
          },
        ],
      },
    })
    const begun = await ask<Answer>('run_call', {
      call: 'init_otp_auth',
      parameters: { otpType: 'OTP_TYPE_EMAIL', contact: 'bob@example.com', appName: 'Docs' },
    })
    const [letter] = await ask<Record<string, string>[]>('read_inbox', { to: 'bob@example.com' })
    const { targetPublicKey } = await ask<Record<string, string>>('create_key', { name: 'browser' })
    const ended = await ask<Answer>('run_call', {
      call: 'otp_auth',
      parameters: {
        otpId: resultOf(begun)['otpId'],
        otpCode: /\b\d{6}\b/.exec(JSON.stringify(letter))![0],
        targetPublicKey,
      },
    })
    const { credentialBundle } = resultOf(ended)
    await ask('open_bundle', { bundle: credentialBundle, key: 'browser', openAs: 'session' })
    expect(await ask('run_call', { call: 'whoami', as: 'session' })).toMatchObject({ username: 'Bob' })
  })
})

/** The test vector of the email auth page, encrypted to the key of RFC 6979, A.2.5. */
const FOREIGN_BUNDLE =
  '28H5DzLGggBVxLSvYTWf2WetY7XRwJiz6i73Xk6xmaWL9LEwkNisanxC2RNG2QTbJtXC7YfB7xVpWf5Fb2RpYMd7r7tTWsFikbGrKFXzv1v4S9u3vGcF'

describe('invalid input', () => {
  it.each([
    ['run_call', { call: 'createWalet' }, /unknown call `createWalet`\ndid you mean create_wallet/],
    ['run_call', { call: 'create_wallet' }, /walletName/],
    ['run_call', { call: 'whoami', as: 'mallory' }, /key `mallory` not found\nuse one of: root/],
    ['create_key', { name: 'root' }, /key `root` already exists/],
    ['create_key', { name: 'a b' }, /letters, digits/],
    ['create_key', { name: 'a', curve: 'x' }, /unknown field `curve`; this tool takes name/],
    [
      'run_call',
      { call: 'create_wallet', walletName: 'a' },
      /unknown field `walletName`; this tool takes call, parameters, as/,
    ],
    ['run_call', { call: 'whoami', type: 'X' }, /whoami is a query and has no activity type\nomit/],
    ['describe_engine', { of: 'mine' }, /unknown field `of`; this tool takes no fields/],
    ['open_bundle', { bundle: '{', key: 'root' }, /./],
    ['open_bundle', { bundle: 'rubbish', key: 'root' }, /cannot be read.*\npass the whole text/],
    ['open_bundle', { bundle: FOREIGN_BUNDLE, key: 'root' }, /does not open.*\n.*targetPublicKey of `root`/],
  ])('%s %j is rejected', async (name, words, message) => {
    const { say } = await inMemory()
    const { said, isError } = await say(name, words)
    expect(isError).toBe(true)
    expect(said).toMatch(message)
  })
})

it.each([
  ['search_docs', 'query'],
  ['read_page', 'page'],
  ['run_call', 'call'],
  ['create_key', 'name'],
  ['read_inbox', 'to'],
])('an overlong argument of %s is rejected without repeating it', async (name, member) => {
  const { say } = await inMemory()
  const { said, isError } = await say(name, { [member]: 'x'.repeat(100_000) })
  expect({ isError, isShort: said.length < 300 }).toEqual({ isError: true, isShort: true })
})

describe('over HTTP', () => {
  const listen = async () => {
    const server = await serveHttp(0, open)
    closing.unshift(() => server.close())
    return server
  }
  const transportTo = (url: string) => new StreamableHTTPClientTransport(new URL(url)) as Transport

  it('gives each client its own engine', async () => {
    const { url } = await listen()
    const [one, other] = [await connect(transportTo(url)), await connect(transportTo(url))]
    await one.ask('create_key', { name: 'alice' })
    await other.ask('create_key', { name: 'alice' })
    const [first, second] = [
      await one.ask<Answer>('describe_engine'),
      await other.ask<Answer>('describe_engine'),
    ]
    expect(first).not.toEqual(second)
  })

  it('rejects requests from web pages', async () => {
    const { url } = await listen()
    const ask = (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, url), { method: 'POST', headers, body: '{}' }).then(({ status }) => status)
    expect(await ask('/mcp', { origin: 'https://evil.example' })).toBe(403)
    expect(await ask('/other', {})).toBe(404)
    expect(await ask('/mcp', { 'mcp-session-id': 'gone' })).toBe(404)
  })

  describe('a local web page, such as an inspector', () => {
    const origin = 'http://localhost:6274'

    it('may send requests, after a preflight', async () => {
      const { url } = await listen()
      const { status, headers } = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,mcp-protocol-version,mcp-session-id,x-custom',
        },
      })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin])
      expect(headers.get('access-control-allow-methods')).toContain('DELETE')
      expect(headers.get('access-control-allow-headers')).toContain('x-custom')
    })

    it('may read the responses, errors included', async () => {
      const { url } = await listen()
      const init = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'page', version: '1' },
      }
      const post = (headers: Record<string, string>, body: string, path = '/mcp') =>
        fetch(new URL(path, url), {
          method: 'POST',
          headers: {
            origin,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
          body,
        })
      const answers = [
        await post({}, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: init })),
        await post({ 'mcp-session-id': 'gone' }, '{}'),
        await post({}, 'malformed'),
        await post({}, '{}', '/sse'),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 404])
      for (const { headers } of answers) {
        expect(headers.get('access-control-allow-origin')).toBe(origin)
        expect(headers.get('access-control-expose-headers')).toContain('mcp-session-id')
        expect(headers.get('vary')).toContain('origin')
      }
      expect(answers[0]!.headers.get('mcp-session-id')).toBeTruthy()
      await answers[0]!.body!.cancel()
    })

    it('of another host gets neither', async () => {
      const { url } = await listen()
      for (const foreign of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
        const { status, headers } = await fetch(url, { method: 'OPTIONS', headers: { origin: foreign } })
        expect([status, headers.get('access-control-allow-origin')]).toEqual([403, null])
      }
    })
  })

  it('reports a port that is in use', async () => {
    const { url } = await listen()
    await expect(serveHttp(Number(new URL(url).port), open)).rejects.toThrow(
      /^port \d+ on 127\.0\.0\.1 is in use$/,
    )
  })
})
