// @vitest-environment happy-dom
import { memoryStorage } from '@keywright/browser'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { kw, press, setUp, show, until, world } from '../test/world.tsx'
import { useKeywright, useSession, useSign, useSignOut, useSignUp, useWallets } from './index.ts'

setUp()

/** A small application that uses every hook once. */
function App() {
  const session = useSession()
  const signUp = useSignUp()
  const signOut = useSignOut()
  const sign = useSign()
  const wallets = useWallets()
  const address = wallets.status === 'ready' ? wallets.wallets[0]?.accounts[0]?.address : undefined
  return (
    <>
      <p id="session">{session.status}</p>
      <p id="reason">{session.status === 'signed-out' ? session.reason : ''}</p>
      <p id="wallets">{wallets.status}</p>
      <p id="address">{address}</p>
      <p id="signature">{sign.status === 'done' ? sign.result.r : ''}</p>
      <p id="signing">{sign.status}</p>
      <p id="error">{sign.status === 'failed' ? sign.error.code : ''}</p>
      <button type="button" onClick={() => signUp.run({ userName: 'Alice' })}>
        Sign up
      </button>
      <button type="button" onClick={() => sign.run({ signWith: address!, payload: 'hello' })}>
        Sign
      </button>
      <button
        type="button"
        onClick={() => sign.run({ signWith: address!, payload: 'hello', withPasskey: true })}
      >
        Sign by passkey
      </button>
      <button type="button" onClick={() => wallets.refresh()}>
        Refresh
      </button>
      <button type="button" onClick={() => signOut.run()}>
        Sign out
      </button>
    </>
  )
}

const text = (host: HTMLElement, id: string) => host.querySelector(`#${id}`)!.textContent

it('signs up, shows the wallet, signs, and signs out', async () => {
  const { host } = await show(<App />, world.options)
  await until(() => text(host, 'session') === 'signed-out')
  await press(host, 'Sign up')
  await until(() => text(host, 'session') === 'signed-in')
  await until(() => text(host, 'address'))
  expect(text(host, 'address')).toMatch(/^0x/)
  await press(host, 'Sign')
  expect(await until(() => text(host, 'signature'))).toMatch(/^[\da-f]{64}$/)
  expect(world.device.prompts).toBe(2)
  await press(host, 'Sign by passkey')
  await until(() => world.device.prompts === 3 && text(host, 'signing') === 'done')
  await press(host, 'Sign out')
  await until(() => text(host, 'session') === 'signed-out')
  expect([text(host, 'reason'), text(host, 'wallets')]).toEqual(['', 'signed-out'])
})

describe('the session', () => {
  it('survives a reload', async () => {
    const first = await show(<App />, world.options)
    await press(first.host, 'Sign up')
    await until(() => text(first.host, 'session') === 'signed-in')
    await first.leave()
    const second = await show(<App />, world.options)
    await until(() => text(second.host, 'session') === 'signed-in')
    expect(world.device.prompts).toBe(2)
  })

  describe('stays when the server rejects another key', () => {
    const rejectedFor = async (publicKey: string) => {
      const { fetch = globalThis.fetch } = world.options
      let isRejected = false
      const { host } = await show(<App />, {
        ...world.options,
        fetch: async (request) =>
          isRejected && request.url.endsWith('/sign_raw_payload')
            ? Response.json(
                {
                  code: 16,
                  message: `expired api key ${publicKey}`,
                  details: [{ errorCode: 'API_KEY_EXPIRED' }],
                },
                { status: 401 },
              )
            : fetch(request),
      })
      await press(host, 'Sign up')
      await until(() => text(host, 'address'))
      isRejected = true
      await press(host, 'Sign')
      await until(() => text(host, 'error'))
      return text(host, 'session')
    }

    it('such as the one that another tab has renewed', async () => {
      expect(await rejectedFor(`02${'ab'.repeat(32)}`)).toBe('signed-in')
    })

    it('such as the one of the application server', async () => {
      expect(await rejectedFor(kw.apiKey.publicKey)).toBe('signed-in')
    })
  })

  it('of another user in another tab is noticed at the next read, without a message', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const [one, other] = [await show(<App />, world.options), await show(<App />, world.options)]
    await press(one.host, 'Sign up')
    const first = await until(() => text(one.host, 'address'))
    await press(other.host, 'Sign up')
    const second = await until(() => text(other.host, 'address') !== first && text(other.host, 'address'))
    await press(one.host, 'Refresh')
    await until(() => text(one.host, 'address') === second)
    vi.unstubAllGlobals()
  })

  it('leaves signing to the passkey in its last 30 seconds', async () => {
    const { host } = await show(<App />, world.options)
    await press(host, 'Sign up')
    await until(() => text(host, 'address'))
    await kw.clock.advance(880_000)
    await press(host, 'Sign')
    await until(() => text(host, 'signing') === 'done')
    expect(world.device.prompts).toBe(3)
  })

  it('works without messages between tabs', async () => {
    vi.stubGlobal('BroadcastChannel', function refuse() {
      throw new DOMException('denied', 'SecurityError')
    })
    const { host } = await show(<App />, world.options)
    await press(host, 'Sign up')
    await until(() => text(host, 'session') === 'signed-in')
    vi.unstubAllGlobals()
  })

  it('reports that the browser stores nothing', async () => {
    const gone = { ...memoryStorage(), get: () => Promise.reject(new Error('denied')) }
    const { host } = await show(<App />, { ...world.options, storage: gone })
    await until(() => text(host, 'session') === 'unavailable')
  })
})

function Handle() {
  const { getActiveClient, passkeyClient, walletClient, iframeClient, keywright } = useKeywright()
  const kinds = [passkeyClient(), typeof walletClient, typeof iframeClient, typeof keywright.serverSign]
  return (
    <button
      type="button"
      onClick={(event) => {
        const { currentTarget } = event
        getActiveClient().catch(({ code }) => {
          currentTarget.textContent = code
        })
      }}
    >
      {kinds.length}
    </button>
  )
}

it('has no client while signed out', async () => {
  const { host } = await show(<Handle />, world.options)
  await press(host, '4')
  await until(() => host.textContent === 'SIGNED_OUT')
})

it('needs its provider', () => {
  expect(() => renderToString(<App />)).toThrow('no <KeywrightProvider> above this component')
})
