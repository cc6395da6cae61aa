// @vitest-environment happy-dom
import { openTestDevhost, type TestDevhost } from '@keywright/devhost/test'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import { buttonNamed, click, fill, press, until } from '@keywright/ui/test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConsole, type TestConsole } from '../test/openConsole.tsx'

let dev: TestDevhost
let open: TestConsole | undefined
beforeEach(async () => {
  dev = await openTestDevhost({
    reach: async () => new Response('thank you'),
  })
})
afterEach(async () => {
  await open?.leave()
  open = undefined
  await dev.host.close()
  document.body.replaceChildren()
})
const show = async (section: string, id?: string) => {
  open = await openConsole(dev, { section, ...(id !== undefined && { id }) })
  return open.host
}
const text = () => document.body.textContent ?? ''

describe('the console', () => {
  it('says what to do next in every empty section', async () => {
    open = await openConsole(dev)
    await until(() => text().includes('npx keywright whoami'))
    for (const [section, words] of [
      ['Activities', 'No activities yet'],
      ['Inbox', 'No messages yet'],
      ['Webhooks', 'No deliveries yet'],
    ] as const) {
      await click(buttonNamed(section)!)
      await until(() => text().includes(words))
    }
  })

  it('names only what can reach a sandbox', async () => {
    open = await openConsole(dev, undefined, { isSandbox: true })
    await until(() => text().includes('No requests yet. Run an example on a page.'))
    expect(text()).not.toContain('npx keywright')
  })

  it('shows a request as soon as it was answered and finds it by search', async () => {
    open = await openConsole(dev)
    await until(() => text().includes('No requests yet'))
    await dev.root.query('whoami', {})
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'seen', accounts: [] })
    await until(() => text().includes('2 requests'))
    await fill('Search requests', 'wallet completed')
    await until(() => text().includes('1 of 2 requests'))
    expect(document.querySelectorAll('.kwi-rows li')).toHaveLength(1)
  })

  it('moves between sections by arrow keys, with one tab stop', async () => {
    open = await openConsole(dev)
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
    expect(tabs.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    tabs[0]!.focus()
    await press(tabs[0]!, 'ArrowRight')
    expect(document.activeElement!.textContent).toBe('Activities')
    expect(document.activeElement!.getAttribute('aria-selected')).toBe('true')
  })

  it('keeps the other sections working when one crashes', async () => {
    using reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = {
      id: '1',
      kind: 'mail',
      to: 'a@example.com',
      text: 'x',
      organizationId: 'o',
      receivedAt: 'never',
    }
    const handle = dev.host.handle
    const host = {
      ...dev.host,
      handle: async (request: Request) =>
        new URL(request.url).pathname === '/dev/inbox'
          ? Response.json({ messages: [broken] })
          : handle(request),
    }
    open = await openConsole({ ...dev, host })
    await click(buttonNamed('Inbox')!)
    await until(() => text().includes('This page crashed.') && text().includes('Inbox: '))
    expect(reported).toHaveBeenCalled()
    await click(buttonNamed('Requests')!)
    await until(() => text().includes('No requests yet'))
  })

  it('reports an unreachable host and retries on request', async () => {
    const handle = dev.host.handle
    let isDown = true
    const host = {
      ...dev.host,
      handle: async (request: Request) => {
        if (isDown) throw new TypeError('fetch failed')
        return handle(request)
      },
    }
    open = await openConsole({ ...dev, host })
    await until(() => text().includes('fetch failed'))
    isDown = false
    await click(buttonNamed('Try again')!)
    await until(() => text().includes('No requests yet'))
  })
})

describe('a request', () => {
  it('shows its stamp check, decision, body and response', async () => {
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'seen', accounts: [] })
    const { requests } = await dev.ask<{ requests: { id: string }[] }>('GET', '/dev/requests')
    await show('requests', requests[0]!.id)
    await until(() => text().includes('ALLOWED: enough root users approved'))
    await until(() => text().includes('Stamped by Root user'))
    expect(document.querySelectorAll('.kwi-steps [data-state=passed]')).toHaveLength(6)
    expect(text()).toContain('"walletName": "seen"')
    expect(text()).toContain('ACTIVITY_STATUS_COMPLETED')
  })

  it('is replayed as another user, and the response differs', async () => {
    await dev.root.query('whoami', {})
    const { requests } = await dev.ask<{ requests: { id: string }[] }>('GET', '/dev/requests')
    await show('requests', requests[0]!.id)
    await click(await until(() => buttonNamed('Replay as Bob')))
    await until(() => text().includes('As Bob: ✓ 200 instead of 200.'))
    expect(text()).toContain('username: Root user → Bob')
    await click(buttonNamed('Open the new request')!)
  })

  it('is denied to a user without a policy when replayed', async () => {
    const { addresses } = await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'seen',
      accounts: [
        {
          curve: 'CURVE_SECP256K1',
          pathFormat: 'PATH_FORMAT_BIP32',
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        },
      ],
    })
    await dev.root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[0]!,
      payload: 'seen',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    })
    const { requests } = await dev.ask<{ requests: { id: string }[] }>('GET', '/dev/requests')
    await show('requests', requests[0]!.id)
    await click(await until(() => buttonNamed('Replay as Bob')))
    await until(() => text().includes('DENIED: no policy allows it'))
  })

  it('is rejected when a byte flips, because the signature covers every byte', async () => {
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'seen', accounts: [] })
    const { requests } = await dev.ask<{ requests: { id: string }[] }>('GET', '/dev/requests')
    await show('requests', requests[0]!.id)
    await click(await until(() => buttonNamed('Flip one byte')))
    await until(() => /401 instead of 200 COMPLETED/.test(text()))
  })

  it('fails at the first step without a stamp and skips the others', async () => {
    const { organizationId } = dev.host.running().state
    await dev.ask('POST', '/public/v1/query/whoami', { organizationId })
    const { requests } = await dev.ask<{ requests: { id: string }[] }>('GET', '/dev/requests')
    await show('requests', requests[0]!.id)
    const steps = await until(() => {
      const found = [...document.querySelectorAll('.kwi-steps li')]
      return found.length > 0 && found
    })
    expect(steps.map((step) => step.getAttribute('data-state'))).toEqual([
      'failed',
      ...Array(5).fill('not reached'),
    ])
    expect(steps[0]!.textContent).toContain('Failed')
  })
})

describe('an activity that needs approval', () => {
  async function begin() {
    const elsewhere = generateApiKeyPair(platformRandom)
    const apiKeys = [
      { apiKeyName: 'hers', publicKey: elsewhere.publicKey, curveType: 'API_KEY_CURVE_P256' as const },
    ]
    const { userIds } = await dev.root.run('ACTIVITY_TYPE_CREATE_USERS_V3', {
      users: [{ userName: 'alice', userTags: [], apiKeys, authenticators: [], oauthProviders: [] }],
    })
    const { userId } = await dev.root.query('whoami', {})
    await dev.root.run('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds: [userId, userIds[0]!] })
    return dev.root.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'shared', accounts: [] })
  }

  it.each([
    ['Approve', 'COMPLETED', 'alice approved: the activity is COMPLETED.'],
    ['Reject', 'REJECTED', 'alice rejected: the activity is REJECTED.'],
  ])('is decided by another user: %s', async (button, status, said) => {
    const { id } = await begin()
    await show('activities', id)
    const pressed = await until(() => buttonNamed(button))
    await click(pressed)
    await until(() => document.querySelector('.kwi-detail .kwi-badge')?.textContent?.includes(status))
    await until(() => text().includes(said))
    const { activity } = await dev.root.query('get_activity', { activityId: id })
    expect(activity.status).toBe(`ACTIVITY_STATUS_${status}`)
    expect(activity.votes.map((vote) => vote.user.userName)).toEqual(['Root user', 'alice'])
  })

  it('reports that it still needs approval when a user votes twice', async () => {
    const { id } = await begin()
    await show('activities', id)
    await until(() => buttonNamed('Approve'))
    const { userId } = await dev.root.query('whoami', {})
    await fill('User', userId)
    await click(buttonNamed('Approve')!)
    await until(() => text().includes('Root user approved: the activity is CONSENSUS_NEEDED.'))
  })
})

it('shows the organization tree, users with credentials, wallets, policies and a verified journal', async () => {
  await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'savings', accounts: [] })
  await show('organizations', dev.host.running().state.organizationId)
  await until(() => text().includes('Development key'))
  await click(buttonNamed('Wallets (1)')!)
  expect(text()).toContain('savings')
  await click(buttonNamed('Policies (0)')!)
  expect(text()).toContain('No policies')
  await click(buttonNamed('Journal')!)
  await until(() => text().includes('2 entries'))
  expect(text()).toContain('Verified')
})

it('shows a message with a copy button for its code and clickable links', async () => {
  const { organizationId } = dev.host.running().state
  const code = '123456'
  const words = `Your code is ${code}, or follow https://app.example/login?code=${code}.`
  await dev.host.running().inbox.takeMail({
    to: 'alice@example.com',
    subject: 'Sign in',
    text: words,
    organizationId,
    template: { code, kind: 'otp' },
  } as never)
  await show('inbox', '000000001')
  const link = await until(() => document.querySelector<HTMLAnchorElement>('.kwi-letter a'))
  expect(link.getAttribute('href')).toBe(`https://app.example/login?code=${code}`)
  expect(link.rel).toContain('noreferrer')
  expect(buttonNamed('Copy Code')).toBeDefined()
})

it('shows a delivery with the response and resends it', async () => {
  await dev.root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: 'https://receiver.example/hook',
  })
  await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'told', accounts: [] })
  const { deliveries } = await dev.ask<{ deliveries: { id: string }[] }>('GET', '/dev/webhooks')
  await show('webhooks', deliveries[0]!.id)
  await until(() => text().includes('thank you'))
  await click(buttonNamed('Send again')!)
  await until(() => text().includes('Sent again: delivered.'))
  await until(() => document.querySelectorAll('.kwi-detail .kwi-cards li').length === 2)
})

describe('controls of the host', () => {
  it('advances, freezes and resumes the clock', async () => {
    await show('clock')
    const before = dev.host.running().clock()
    await click(await until(() => buttonNamed('1 day')))
    await until(() => text().includes('Clock advanced by 1 day'))
    expect(dev.host.running().clock() - before).toBeGreaterThanOrEqual(86_400_000)
    await click(buttonNamed('Freeze the clock')!)
    await click(await until(() => buttonNamed('Resume the clock')))
    await until(() => buttonNamed('Freeze the clock'))
    expect(dev.host.running().clock.isStanding).toBe(false)
  })
})
