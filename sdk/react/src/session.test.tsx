// @vitest-environment happy-dom
/** Every way in which a session ends, seen by two components of one tab and by another tab. */
import { memoryStorage } from '@keywright/browser'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { kw, press, setUp, show, until, world } from '../test/world.tsx'
import { useKeywright, useSession, useSign, useSignOut, useSignUp, useWallets } from './index.ts'

setUp()

function Status() {
  const session = useSession()
  const reason = session.status === 'signed-out' ? session.reason : undefined
  return <p className="status">{[session.status, reason].filter(Boolean).join(' ')}</p>
}

function Actions() {
  const signUp = useSignUp()
  const signOut = useSignOut()
  const sign = useSign()
  const wallets = useWallets()
  const { keywright } = useKeywright()
  const address = wallets.status === 'ready' ? wallets.wallets[0]?.accounts[0]?.address : undefined
  return (
    <>
      <p className="address">{address}</p>
      <button type="button" onClick={() => signUp.run({ userName: 'Alice' })}>
        Sign up
      </button>
      <button type="button" onClick={() => sign.run({ signWith: address!, payload: 'hello' })}>
        Sign
      </button>
      <button type="button" onClick={() => wallets.refresh()}>
        Refresh
      </button>
      <button
        type="button"
        onClick={async () => (await keywright.currentUserSession())?.whoami().catch(() => {})}
      >
        Call
      </button>
      <button type="button" onClick={() => signOut.run()}>
        Sign out
      </button>
    </>
  )
}

const App = () => (
  <>
    <Status />
    <Actions />
    <Status />
  </>
)

const seenIn = (host: HTMLElement) =>
  [...host.querySelectorAll('.status')].map(({ textContent }) => textContent)

async function twoTabs(options = world.options) {
  const [one, other] = [await show(<App />, options), await show(<App />, options)]
  await press(one.host, 'Sign up')
  await until(() => [one, other].every(({ host }) => host.querySelector('.address')!.textContent))
  return [one.host, other.host] as const
}

const fire = (target: EventTarget, name: string, members: object = {}) =>
  act(async () => void target.dispatchEvent(Object.assign(new Event(name), members)))

const session = async () =>
  (await world.options.storage!.get('session')) as Record<string, unknown> | undefined

async function deleteKey(): Promise<void> {
  const { organizationId, publicKey } = (await session()) as { organizationId: string; publicKey: string }
  const { WebauthnStamper } = await import('@keywright/client/webauthn')
  const { credentials } = world.options
  const stamper = new WebauthnStamper({ rpId: 'app.example.com', credentials: credentials! })
  const { users } = await kw.client.listUsers({ organizationId })
  const { userId, apiKeys } = users[0]!
  const own = apiKeys.filter(({ credential }) => credential.publicKey === publicKey)
  await kw
    .clientOf(stamper, organizationId)
    .deleteApiKeys({ userId, apiKeyIds: own.map((key) => key.apiKeyId) })
}

/** [how it ends, what happens, what the user sees] */
const ENDS: readonly [string, (host: HTMLElement) => Promise<unknown>, string][] = [
  ['the user signs out', (host) => press(host, 'Sign out'), 'signed-out'],
  [
    'it expires while the page is hidden',
    async () => {
      await kw.clock.advance(900_000)
      await fire(document, 'visibilitychange')
    },
    'signed-out expired',
  ],
  [
    'it expires while the computer sleeps',
    async () => {
      await kw.clock.advance(900_000)
      await fire(window, 'focus')
    },
    'signed-out expired',
  ],
  [
    'it expires before the page is restored',
    async () => {
      await fire(window, 'pagehide', { persisted: true })
      await kw.clock.advance(900_000)
      await fire(window, 'pageshow', { persisted: true })
    },
    'signed-out expired',
  ],
  [
    'it has expired at the next action',
    async (host) => {
      await kw.clock.advance(900_000)
      await press(host, 'Sign')
    },
    'signed-out expired',
  ],
  [
    'its key was deleted, noticed by an action',
    async (host) => {
      await deleteKey()
      await press(host, 'Sign')
    },
    'signed-out gone',
  ],
  [
    'its key was deleted, noticed by useWallets',
    async (host) => {
      await deleteKey()
      await press(host, 'Refresh')
    },
    'signed-out gone',
  ],
  [
    "its key was deleted, noticed by the application's own call",
    async (host) => {
      await deleteKey()
      await press(host, 'Call')
    },
    'signed-out gone',
  ],
  [
    'the server starts over and no longer has the organization',
    async (host) => {
      await kw.reset()
      await press(host, 'Refresh')
    },
    'signed-out gone',
  ],
  [
    'its token is rejected',
    async (host) => {
      const { organizationId, userId } = (await session())!
      const expiresAt = kw.clock.now() + 3_600_000
      await world.options.storage!.set('session', {
        kind: 'read-only',
        organizationId,
        userId,
        token: 'forged',
        expiresAt,
      })
      await press(host, 'Refresh')
    },
    'signed-out gone',
  ],
  [
    'another tab clears the storage',
    async (host) => {
      await world.options.storage!.remove('session')
      await press(host, 'Refresh')
      await fire(window, 'focus')
    },
    'signed-out',
  ],
]

describe('every component in every tab notices the end of a session if', () => {
  it.each(ENDS)('%s', async (_, end, expected) => {
    const tabs = await twoTabs()
    await end(tabs[0])
    await until(() => tabs.flatMap(seenIn).every((status) => status!.startsWith('signed-out')))
    expect(tabs.flatMap(seenIn)).toEqual([expected, expected, expected, expected])
    expect(await session()).toBeUndefined()
  })
})

it('a rejected call to another organization does not end the session', async () => {
  function Other() {
    const { keywright } = useKeywright()
    const ask = async ({ currentTarget }: { currentTarget: HTMLButtonElement }) => {
      const client = (await keywright.currentUserSession())!
      const organizationId = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'
      currentTarget.title = await client.whoami({ organizationId }).catch(({ code }) => code)
    }
    return (
      <button type="button" onClick={ask}>
        Ask
      </button>
    )
  }
  const { host } = await show(
    <>
      <App />
      <Other />
    </>,
    world.options,
  )
  await press(host, 'Sign up')
  await until(() => host.querySelector('.address')!.textContent)
  await press(host, 'Ask')
  expect(await until(() => host.querySelector<HTMLElement>('[title]')?.title)).toBe('ORGANIZATION_NOT_FOUND')
  expect(seenIn(host)).toEqual(['signed-in', 'signed-in'])
})

it('a component that does not show the session informs other tabs', async () => {
  function SignUpOnly() {
    const signUp = useSignUp()
    return (
      <button type="button" onClick={() => signUp.run({ userName: 'Alice' })}>
        Sign up
      </button>
    )
  }
  const [one, other] = [await show(<SignUpOnly />, world.options), await show(<Status />, world.options)]
  await press(one.host, 'Sign up')
  await until(() => seenIn(other.host)[0] === 'signed-in')
})

it('tabs of another organization or server are not informed', async () => {
  const names: string[] = []
  const Channel = globalThis.BroadcastChannel
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name)
        names.push(name)
      }
    },
  )
  const elsewhere = { ...world.options, apiBaseUrl: 'https://other.example', storage: memoryStorage() }
  const another = { ...world.options, defaultOrganizationId: '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10' }
  for (const options of [world.options, elsewhere, another]) await show(<Status />, options)
  expect(new Set(names).size).toBe(3)
})

it('useWallets shows every account of a wallet', async () => {
  function Count() {
    const state = useWallets()
    if (state.status !== 'ready') return <p className="count">0</p>
    return <p className="count">{state.wallets.map(({ accounts }) => accounts.length).join()}</p>
  }
  function Many() {
    const signUp = useSignUp()
    const accounts = Array.from({ length: 101 }, (_, n) => ({
      curve: 'CURVE_SECP256K1' as const,
      pathFormat: 'PATH_FORMAT_BIP32' as const,
      path: `m/44'/60'/0'/0/${n}`,
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
    }))
    return (
      <button
        type="button"
        onClick={() => signUp.run({ userName: 'Alice', wallet: { walletName: 'Many', accounts } })}
      >
        Sign up
      </button>
    )
  }
  const { host } = await show(
    <>
      <Many />
      <Count />
    </>,
    world.options,
  )
  await press(host, 'Sign up')
  await until(() => host.querySelector('.count')!.textContent !== '0')
  expect(host.querySelector('.count')!.textContent).toBe('101')
})
