/** Jobs that an agent does with nothing but the tools: a script stands in for the model. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiKeyPair, generateApiKeyPair, wellKnownInterfaces } from '@keywright/keys'
import { startKeywright } from '@keywright/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'
import { createMcpServer } from './createMcpServer.ts'
import { createDocumentation, type Documentation } from './documentation.ts'
import type { Engine } from './engine.ts'
import { createServerEngine } from './serverEngine.ts'
import { createThrowAwayEngine } from './throwAwayEngine.ts'

/** About 4,000 tokens: no result may take more of a model's context. */
const MOST_CHARACTERS = 16_000

/** The guides of the site, as written. */
function readGuides(): Documentation {
  const folder = join(import.meta.dirname, '../../../site/content')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = names
    .filter((name) => name.endsWith('.mdx') && !name.includes('index'))
    .map((name) => {
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(
        readFileSync(join(folder, name), 'utf8'),
      )!
      const headOf = (key: string) => new RegExp(`^${key}: "?(.*?)"?$`, 'm').exec(head)![1]
      const route = `/${name.replace(/\.mdx$/, '').replaceAll('\\', '/')}`
      return `# ${headOf('title')}\n\n> ${headOf('description')}\n\nSource: https://docs.example${route}\n\n${body}`
    })
  return createDocumentation(pages.join('\n---\n\n'))
}

const documentation = readGuides()
const host = createTestHost()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Activity {
  readonly id: string
  readonly status: string
  readonly result: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** An agent that is connected to a server with this engine. */
async function agentOf(engine: Engine) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await createMcpServer(async () => documentation, engine).connect(ours)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(theirs)
  closing.push(() => client.close())

  async function use(tool: string, words: Record<string, unknown> = {}) {
    const { content, isError = false } = await client.callTool({ name: tool, arguments: words })
    const [{ text }] = content as [{ text: string }]
    expect(text.length, tool).toBeLessThan(MOST_CHARACTERS)
    return { text, isError }
  }
  async function ask<T = Record<string, unknown>>(tool: string, words?: Record<string, unknown>): Promise<T> {
    const { text, isError } = await use(tool, words)
    if (isError) throw new Error(text)
    return JSON.parse(text) as T
  }
  const submit = async (call: string, parameters: object, as?: string) => {
    const { activity } = await ask<{ activity: Activity }>('run_call', {
      call,
      parameters,
      ...(as && { as }),
    })
    return { ...activity, value: Object.values(activity.result)[0] ?? {} }
  }
  /** Reads the guide for a task. */
  async function learn(task: string) {
    const { guide } = await ask<{ guide: { page: string; sections: string[] } }>('search_docs', {
      query: task,
    })
    return { ...guide, text: (await use('read_page', { page: guide.page })).text }
  }
  return { client, use, ask, submit, learn }
}

type Agent = Awaited<ReturnType<typeof agentOf>>

/** Creates a user without any grant. */
async function addUser({ ask, submit }: Agent, name: string): Promise<string> {
  const { publicKey, curveType } = await ask<Record<string, string>>('create_key', { name })
  const { value } = await submit('create_users', {
    users: [
      {
        userName: name,
        apiKeys: [{ apiKeyName: name, publicKey, curveType }],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
      },
    ],
  })
  return (value['userIds'] as string[])[0]!
}

const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}

async function addWallet({ submit }: Agent): Promise<string> {
  const { value } = await submit('create_wallet', { walletName: 'Treasury', accounts: [ACCOUNT] })
  return (value['addresses'] as string[])[0]!
}

const payloadFor = (signWith: string) => ({
  signWith,
  payload: 'invoice 1041',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_KECCAK256',
})

describe('an agent with a temporary engine', () => {
  let agent: Agent
  beforeEach(async () => {
    agent = await agentOf(createThrowAwayEngine(host))
  })

  it('creates a wallet and signs with it', async () => {
    const guide = await agent.learn('create a wallet and sign a message')
    expect(guide.page).toBe('/getting-started/quickstart')
    expect(guide.text).toContain('keywright wallets create')
    const signature = await agent.submit('sign_raw_payload', payloadFor(await addWallet(agent)))
    expect(signature.status).toBe('ACTIVITY_STATUS_COMPLETED')
    expect(signature.value).toMatchObject({ r: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it('writes a policy, corrects its mistake, and sees what it lets through', async () => {
    const guide = await agent.learn('write a policy that limits transfers')
    expect(guide.page).toBe('/concepts/policies/examples')
    const alice = await addUser(agent, 'alice')
    const address = await addWallet(agent)
    const policy = {
      policyName: 'Alice signs small transfers',
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(user, user.id == '${alice}')`,
      condition: `activity.action == 'SIGN' && wallet_account.adress == '${address}' && eth.tx.value < 1000`,
    }
    const checked = await agent.ask<{ isAccepted: boolean; findings: { hint: string }[] }>('check_policy', {
      policies: [policy],
    })
    expect(checked.isAccepted).toBe(false)
    expect(checked.findings[0]!.hint).toContain('address')

    const fixed = { ...policy, condition: policy.condition.replace('adress', 'address') }
    expect(await agent.ask('check_policy', { policies: [fixed] })).toMatchObject({ isAccepted: true })
    const time = "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berln')"
    expect(await agent.ask('check_policy', { expression: time, side: 'time' })).toMatchObject({
      isAccepted: false,
    })
    const { smartContractInterface, type } = wellKnownInterfaces.erc20
    const misspelled = await agent.ask<{ findings: { hint?: string }[] }>('check_policy', {
      expression: "eth.tx.contract_call_args['amuont'] <= 100",
      interfaces: [{ type, smartContractInterface }],
    })
    expect(misspelled.findings.map(({ hint }) => hint)).toContainEqual(expect.stringContaining('`amount`'))
    expect(await agent.ask('check_policy', { expression: fixed.condition })).toMatchObject({
      isAccepted: true,
    })
    await agent.submit('create_policy', fixed)
    const { alone } = await agent.ask<{ alone: { users: string[]; may: unknown }[] }>('what_gets_through')
    const may = alone.find(({ users }) => users.includes('alice'))!.may as string[]
    expect(may.length).toBeGreaterThan(0)
    expect(may.every((label) => label.startsWith('SIGN_TRANSACTION'))).toBe(true)
    const whole = await agent.use('what_gets_through', { expand: true })
    expect(whole.text).toContain('Alice signs small transfers')
  })

  it('explains a denial, tries a change of the policy, and fixes it', async () => {
    const alice = await addUser(agent, 'alice')
    const payload = payloadFor(await addWallet(agent))
    const request = { call: 'sign_raw_payload', parameters: payload, as: 'alice' }
    const policy = {
      policyName: 'Alice signs',
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(user, user.id == '${alice}')`,
      condition: "activity.action == 'SIGN' && activity.params.encoding == 'PAYLOAD_ENCODING_HEXADECIMAL'",
    }
    const { value } = await agent.submit('create_policy', policy)
    const denied = await agent.use('run_call', request)
    expect(denied).toMatchObject({ isError: true, text: expect.stringContaining('NOT_PERMITTED_BY_POLICY') })

    const { text } = await agent.use('explain_policy', request)
    expect(text).toMatch(/^DENIED/)
    expect(text).toContain('activity.params.encoding')
    const condition = "activity.action == 'SIGN'"
    const tried = await agent.use('explain_policy', { ...request, policies: [{ ...policy, condition }] })
    expect(tried.text).toMatch(/^ALLOWED/)
    await agent.submit('update_policy', { policyId: value['policyId'], policyCondition: condition })
    const { activity } = await agent.ask<{ activity: Activity }>('run_call', request)
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED')
    expect((await agent.use('explain_policy', { activityId: activity.id })).text).toMatch(/^ALLOWED/)
  })

  it('adds a webhook', async () => {
    const guide = await agent.learn('set up a webhook and verify its signature')
    expect(guide.page).toBe('/features/webhooks')
    const { value } = await agent.submit('create_webhook_endpoint', {
      name: 'Payments',
      url: 'https://hooks.example/keywright',
    })
    const { webhookEndpoints } = await agent.ask<{ webhookEndpoints: object[] }>('run_call', {
      call: 'list_webhook_endpoints',
    })
    expect(webhookEndpoints).toMatchObject([{ endpointId: value['endpointId'], name: 'Payments' }])
  })

  it('goes through the checklist before a deployment', async () => {
    const checklist = await agent.learn('checklist before going live')
    expect(checklist.page).toBe('/getting-started/launch-checklist')
    expect(checklist.sections.length).toBeGreaterThan(3)
    for (const section of checklist.sections) {
      const { isError, text } = await agent.use('read_page', { page: checklist.page, section })
      expect(isError, text).toBe(false)
    }
    const { quorum } = (
      await agent.ask<{ configs: { quorum: object } }>('run_call', { call: 'get_organization_configs' })
    ).configs
    expect(quorum).toMatchObject({ threshold: 1 })
  })

  it('finds out why a stamp is rejected', async () => {
    const report = await agent.ask('verify_stamp', { stamp: 'e30', body: '{}' })
    expect(report).toMatchObject({ isValid: false })
  })

  it('gets IDs and names of long lists, and every field on request', async () => {
    for (let n = 0; n < 12; n++) await addUser(agent, `user-${n}`)
    const short = await agent.use('run_call', { call: 'list_users' })
    expect(short.text.length).toBeLessThan(4_100)
    expect(short.text).toContain('user-11')
    expect(short.text).toContain('pass expand: true')
    expect(short.text).not.toContain('publicKey')
    expect((await agent.use('run_call', { call: 'list_users', expand: true })).text).toContain('publicKey')
  })
})

describe('an agent with a server', () => {
  async function open(allowsWrites: boolean) {
    const kw = await startKeywright()
    closing.push(() => kw.close())
    const root: ApiKeyPair = { curve: 'API_KEY_CURVE_P256', ...kw.apiKey }
    const reaching = {
      ...host,
      fetch: (url: string | URL | Request, init?: RequestInit) => kw.fetch(String(url), init),
    }
    const connect = (key: ApiKeyPair) =>
      agentOf(
        createServerEngine(
          reaching,
          { baseUrl: kw.url, organizationId: kw.organizationId, key },
          { allowsWrites },
        ),
      )
    return { kw, root, connect }
  }

  it('reads, and writes nothing', async () => {
    const { connect, root, kw } = await open(false)
    const agent = await connect(root)
    expect(await agent.ask('describe_engine')).toMatchObject({ server: kw.url, allowsWrites: false })
    expect(await agent.ask('run_call', { call: 'list_wallets' })).toEqual({ wallets: [] })
    expect(await agent.use('run_call', { call: 'create_wallet', parameters: {} })).toEqual({
      isError: true,
      text: expect.stringMatching(/read-only\n.*--allow-writes/),
    })
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'check_policy',
      'describe_engine',
      'explain_policy',
      'read_page',
      'run_call',
      'search_docs',
      'verify_stamp',
      'what_gets_through',
    ])
  })

  it('writes what a policy allows, and never as the root quorum', async () => {
    const { connect, root, kw } = await open(true)
    const wallet = { call: 'create_wallet', parameters: { walletName: 'W', accounts: [] } }
    const asRoot = await (await connect(root)).use('run_call', wallet)
    expect(asRoot).toMatchObject({ isError: true, text: expect.stringContaining('root quorum') })

    const { curve, publicKey, privateKey } = generateApiKeyPair(host.random)
    const { userIds } = await kw.client.createUsers({
      users: [
        {
          userName: 'Agent',
          apiKeys: [{ apiKeyName: 'Agent', publicKey, curveType: curve }],
          authenticators: [],
          oauthProviders: [],
          userTags: [],
        },
      ],
    })
    const agent = await connect({ curve, publicKey, privateKey })
    const denied = await agent.use('run_call', wallet)
    expect(denied).toMatchObject({ isError: true, text: expect.stringContaining('NOT_PERMITTED_BY_POLICY') })
    expect((await agent.use('explain_policy', wallet)).text).toMatch(/^DENIED/)

    await kw.client.createPolicy({
      policyName: 'The agent creates wallets',
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(user, user.id == '${userIds[0]}')`,
      condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
    })
    expect(await agent.ask('run_call', wallet)).toMatchObject({
      activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
    })
  })
})
