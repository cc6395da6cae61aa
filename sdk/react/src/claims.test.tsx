// @vitest-environment happy-dom
/** What the README and the docstrings promise beyond the other tests. */
import { KeywrightBrowser } from '@keywright/browser'
import { isKeywrightError, KeywrightError } from '@keywright/client'
import { act, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { alice, allSettled, EMAIL, kw, press, setUp, show, until, world } from '../test/world.tsx'
import {
  type Action,
  KeywrightProvider,
  useAction,
  useKeywright,
  useOauthSignIn,
  useOtpSignIn,
  usePasskeySignIn,
  useSession,
  useSign,
  useSignOut,
  useSignUp,
  useWallets,
} from './index.ts'

setUp()

/** Renders a hook. `now()` returns what it returned last. */
async function withHook<T>(hook: () => T, options = world.options) {
  let last: T
  function Host() {
    last = hook()
    return null
  }
  await show(<Host />, options)
  return () => last
}

const run = <Input extends readonly unknown[], Output>(action: Action<Input, Output>, ...input: Input) =>
  act(() => action.run(...input))

describe('the provider', () => {
  it('reads its options once, and again after its key changed', async () => {
    const seen = new Set<KeywrightBrowser>()
    function Spy() {
      seen.add(useKeywright().keywright)
      return null
    }
    function Page() {
      const [{ url, key }, set] = useState({ url: kw.url, key: 1 })
      return (
        <>
          <button type="button" onClick={() => set({ url: 'https://other.example', key })}>
            Option
          </button>
          <button type="button" onClick={() => set({ url, key: key + 1 })}>
            Key
          </button>
          <KeywrightProvider {...world.options} apiBaseUrl={url} key={key}>
            <Spy />
          </KeywrightProvider>
        </>
      )
    }
    const { host } = await show(<Page />, world.options)
    const first = seen.size
    await press(host, 'Option')
    expect(seen.size).toBe(first)
    await press(host, 'Key')
    expect(seen.size).toBeGreaterThan(first)
  })

  it('rejects an invalid configuration while rendering', () => {
    expect(() => renderToString(<KeywrightProvider {...world.options} apiBaseUrl="no address" />)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    )
  })
})

describe('an action', () => {
  it('never rejects, whatever its work throws', async () => {
    for (const thrown of [new Error('broken'), 'text', undefined, new KeywrightError('ANY', 'other')]) {
      const action = await withHook(() =>
        useAction(async () => {
          throw thrown
        }),
      )
      expect(await run(action())).toBeUndefined()
      expect(action()).toMatchObject({
        status: 'failed',
        error: { code: isKeywrightError(thrown) ? 'ANY' : 'UNEXPECTED' },
      })
    }
  })

  it.each([
    ['CONSENSUS_NEEDED', 'needs-consensus'],
    ['PASSKEY_CANCELLED', 'cancelled'],
    ['ANY', 'failed'],
  ])('finds %s where another library wrapped it', async (code, status) => {
    const own = new KeywrightError(code, 'own', {})
    const wrapped = new Error('sendTransaction failed', { cause: new Error('RPC', { cause: own }) })
    const action = await withHook(() => useAction(() => Promise.reject(wrapped)))
    await run(action())
    expect(action()).toMatchObject({ status, error: own })
  })

  it('reports a request that the user declined in their wallet, even if errors wrap each other in a circle', async () => {
    const declined = Object.assign(new Error('the user declined'), { code: 4001 })
    const action = await withHook(() =>
      useAction(() => Promise.reject(new Error('RPC', { cause: declined }))),
    )
    await run(action())
    expect(action()).toMatchObject({ status: 'cancelled', error: { code: 'UNEXPECTED' } })
    const circular: Error & { cause?: unknown } = new Error('circular')
    circular.cause = circular
    const other = await withHook(() => useAction(() => Promise.reject(circular)))
    await run(other())
    expect(other()).toMatchObject({ status: 'failed', error: { message: 'circular' } })
  })

  it('never rejects if its work throws before its first await', async () => {
    const action = await withHook(() =>
      useAction(() => {
        throw new Error('broken')
      }),
    )
    expect(await run(action())).toBeUndefined()
    expect(action().status).toBe('failed')
  })

  it('returns the same promise while pending, and forgets an aborted run after reset()', async () => {
    const ends: ((value: number) => void)[] = []
    const action = await withHook(() => useAction(() => new Promise<number>((end) => ends.push(end))))
    let first: Promise<unknown>
    await act(async () => {
      first = action().run()
      expect(action().run()).toBe(first)
    })
    await act(async () => action().reset())
    await act(async () => void action().run())
    await act(async () => ends[1]!(2))
    await act(async () => ends[0]!(1))
    expect(action()).toMatchObject({ status: 'done', result: 2 })
  })

  it('needs consensus if others must approve, and resumes with their approval', async () => {
    const second = { publicKey: kw.apiKey.publicKey, apiKeyName: 'second', curveType: 'API_KEY_CURVE_P256' }
    const hooks = await withHook(() => ({ signUp: useSignUp(), sign: useSign(), wallets: useWallets() }))
    await run(hooks().signUp, {
      userName: 'Alice',
      createOrganization: async (params) => {
        const other = { userName: 'Bob', apiKeys: [second], authenticators: [], oauthProviders: [] }
        const rootUsers = [...params.rootUsers, other] as typeof params.rootUsers
        return kw.client.createSubOrganization({ ...params, rootUsers, rootQuorumThreshold: 2 })
      },
    })
    const wallets = await until(() => {
      const state = hooks().wallets
      return state.status === 'ready' && state.wallets
    })
    await run(hooks().sign, { signWith: wallets[0]!.accounts[0]!.address, payload: 'hello' })
    const { status, error } = hooks().sign as Extract<Action<never, unknown>, { error: unknown }>
    expect(status).toBe('needs-consensus')
    if (!isKeywrightError(error, 'CONSENSUS_NEEDED')) throw error
    const { organizationId } = error.activity
    await kw.client.approveActivity({ organizationId, fingerprint: error.fingerprint } as never)
    expect((await error.resume()).activity.status).toBe('ACTIVITY_STATUS_COMPLETED')
  })
})

describe('what effects depend on', () => {
  it('keeps its identity while a component renders again', async () => {
    const hooks = await withHook(() => {
      const handle = useKeywright()
      return {
        renders: useState(0),
        stable: [useSign().run, useSignUp().reset, useWallets().refresh, handle.getActiveClient, handle],
      }
    })
    await until(() => hooks().stable.length && hooks().stable)
    await act(async () => new Promise((done) => setTimeout(done)))
    const before = hooks().stable
    await act(async () => hooks().renders[1](1))
    expect(hooks().renders[0]).toBe(1)
    for (const [n, one] of before.entries()) expect(hooks().stable[n]).toBe(one)
  })
})

describe('signing up', () => {
  it('creates no wallet with `wallet: undefined`', async () => {
    const hooks = await withHook(() => ({ signUp: useSignUp(), wallets: useWallets() }))
    await run(hooks().signUp, { userName: 'Alice', wallet: undefined as never })
    await until(() => hooks().wallets.status === 'ready')
    expect(hooks().wallets).toMatchObject({ wallets: [] })
  })
})

it('signs in if JavaScript passes `run` as the handler of a click', async () => {
  const hooks = await withHook(() => ({ signUp: useSignUp(), out: useSignOut(), in: usePasskeySignIn() }))
  await run(hooks().signUp, { userName: 'Alice' })
  await run(hooks().out)
  const native = new MouseEvent('click')
  for (const event of [{ nativeEvent: native, target: null }, native]) {
    await run(hooks().in, event as never)
    expect(hooks().in.status).toBe('done')
    await run(hooks().out)
  }
})

describe('the key that signs', () => {
  it('is the passkey if the session is read-only', async () => {
    const hooks = await withHook(() => ({
      signUp: useSignUp(),
      session: useSession(),
      handle: useKeywright(),
    }))
    await run(hooks().signUp, { userName: 'Alice' })
    await act(() => hooks().handle.keywright.passkeyClient().login())
    await until(() => 'kind' in hooks().session && hooks().session)
    expect(hooks().session).toMatchObject({ kind: 'read-only' })
    const before = world.device.prompts
    await (await hooks().handle.getActiveClient()).whoami()
    expect(world.device.prompts).toBe(before + 1)
  })
})

describe('useWallets', () => {
  it('shows the answer to the last question, whichever arrives last', async () => {
    const held: (() => void)[] = []
    let isHolding = false
    const { fetch: send } = world.options
    const fetch = async (request: Request) => {
      const response = await send!(request)
      if (isHolding && request.url.endsWith('/list_wallets')) await new Promise<void>((go) => held.push(go))
      return response
    }
    const hooks = await withHook(
      () => ({ signUp: useSignUp(), wallets: useWallets(), handle: useKeywright() }),
      { ...world.options, fetch },
    )
    await run(hooks().signUp, { userName: 'Alice' })
    await until(() => hooks().wallets.status === 'ready')
    isHolding = true
    void hooks().wallets.refresh()
    await until(() => held.length === 1)
    const client = (await hooks().handle.keywright.currentUserSession())!
    await act(() => client.createWallet({ walletName: 'Second', accounts: [] }))
    void hooks().wallets.refresh()
    await until(() => held.length === 2)
    const count = () => (hooks().wallets as unknown as { wallets: unknown[] }).wallets.length
    held[1]!()
    await until(() => count() === 2)
    held[0]!()
    await act(async () => new Promise((done) => setTimeout(done, 50)))
    expect(count()).toBe(2)
  })
})

describe('a code', () => {
  it('cannot be checked before it was sent', async () => {
    const otp = await withHook(useOtpSignIn)
    await run(otp().verify, '123456')
    expect(otp().verify).toMatchObject({ status: 'failed', error: { code: 'LOGIN_NOT_STARTED' } })
  })

  it('stays valid while another is being sent, and if that fails', async () => {
    await alice()
    let isOffline = false
    const { fetch: send } = world.options
    const fetch = (request: Request) =>
      isOffline ? Promise.reject(new TypeError('offline')) : send!(request)
    const otp = await withHook(useOtpSignIn, { ...world.options, fetch })
    await run(otp().send, { contact: EMAIL, appName: 'Example' })
    const code = String((await kw.inbox.latest({ to: EMAIL })).template['code'])
    isOffline = true
    await run(otp().send, { contact: EMAIL, appName: 'Example' })
    expect(otp().send.status).toBe('failed')
    isOffline = false
    await run(otp().verify, code)
    expect(otp().verify.status).toBe('done')
  })
})

describe('an identity provider', () => {
  const identity = () => [{ providerName: 'Example', oidcToken: kw.issuer.token({ subject: 'alice' }) }]

  it('signs in with the token of a redirect', async () => {
    await alice(identity())
    const preparing = vi.spyOn(KeywrightBrowser.prototype, 'prepareOauth')
    const oauth = await withHook(useOauthSignIn)
    await until(() => preparing.mock.results.length > 0)
    const nonce = await preparing.mock.results[0]!.value
    await run(oauth().finish, kw.issuer.token({ subject: 'alice', nonce }))
    expect(oauth().finish.status).toBe('done')
  })

  it('is asked inside the click each time, also by a user who is signed in', async () => {
    await alice(identity())
    const inside: boolean[] = []
    let isClicking = false
    const getToken = async (nonce: string) => {
      inside.push(isClicking)
      return kw.issuer.token({ subject: 'alice', nonce })
    }
    const preparing = vi.spyOn(KeywrightBrowser.prototype, 'prepareOauth')
    const buttons = await withHook(() => [useOauthSignIn(), useOauthSignIn()])
    await until(() => preparing.mock.results.length >= 2)
    for (let n = 0; n < 4; n++) {
      await allSettled(preparing)
      const { signIn } = buttons()[n % 2]!
      await act(async () => {
        isClicking = true
        const signedIn = signIn.run(getToken)
        isClicking = false
        expect(await signedIn).toMatchObject({ kind: 'read-write' })
      })
    }
    expect(inside).toEqual([true, true, true, true])
  })
})
