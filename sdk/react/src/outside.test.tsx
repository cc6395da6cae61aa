// @vitest-environment happy-dom
/** What users of comparable kits have reported. */
import { memoryStorage } from '@keywright/browser'
import { startKeywright } from '@keywright/testing'
import { act, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import {
  createWorld,
  EMAIL,
  isSignedIn,
  kw,
  page,
  press,
  said,
  setUp,
  show,
  signUp,
  until,
  world,
} from '../test/world.tsx'
import {
  KeywrightProvider,
  OtpSignIn,
  SignIn,
  SignUp,
  useAction,
  useSession,
  useSign,
  useSignOut,
  useWallets,
} from './index.ts'

setUp()

/** The status, the address and a button to sign out. */
function Account({ name }: { name: string }) {
  const session = useSession()
  const wallets = useWallets()
  const { run } = useSignOut()
  const reason = session.status === 'signed-out' ? session.reason : ''
  return (
    <section id={name}>
      <p className="status">{session.status}</p>
      <p className="reason">{reason}</p>
      <p className="address">
        {wallets.status === 'ready' ? wallets.wallets[0]?.accounts[0]?.address : wallets.status}
      </p>
      <SignUp withEmail={false} />
      <button type="button" onClick={() => run()}>
        Sign out
      </button>
    </section>
  )
}

const part = (host: HTMLElement, name: string) => host.querySelector<HTMLElement>(`#${name}`)!
const textOf = (host: HTMLElement, name: string, member: string) =>
  part(host, name).querySelector(`.${member}`)!.textContent!

describe('two providers on one page', () => {
  it('of two servers do not share a session', async () => {
    const other = await startKeywright()
    const { host } = await show(
      <>
        <Account name="one" />
        <KeywrightProvider {...createWorld(other).options}>
          <Account name="two" />
        </KeywrightProvider>
      </>,
      world.options,
    )
    for (const name of ['one', 'two']) {
      await signUp(part(host, name))
      await until(() => textOf(host, name, 'address').startsWith('0x'))
    }
    expect(textOf(host, 'one', 'address')).not.toBe(textOf(host, 'two', 'address'))
    await press(part(host, 'one'), 'Sign out')
    await until(() => textOf(host, 'one', 'status') === 'signed-out')
    expect(textOf(host, 'two', 'status')).toBe('signed-in')
    await other.close()
  })
})

it('a provider that gets another organization shows nothing of the previous one', async () => {
  const other = await startKeywright()
  const seen: string[] = []
  function Spy() {
    const wallets = useWallets()
    seen.push(wallets.status === 'ready' ? wallets.wallets[0]!.accounts[0]!.address : wallets.status)
    return null
  }
  function Page() {
    const [isOther, setOther] = useState(false)
    const options = isOther ? createWorld(other).options : world.options
    return (
      <>
        <button type="button" onClick={() => setOther(true)}>
          Switch
        </button>
        <KeywrightProvider key={String(isOther)} {...options}>
          <Account name="account" />
          <Spy />
        </KeywrightProvider>
      </>
    )
  }
  const { host } = await show(<Page />, world.options)
  await signUp(part(host, 'account'))
  const address = await until(() => seen.find((one) => one.startsWith('0x')))
  seen.length = 0
  await press(host, 'Switch')
  await until(() => textOf(host, 'account', 'status') === 'signed-out')
  expect(seen).not.toContain(address)
  await other.close()
})

describe('a tree that React renders more than once or removes', () => {
  it('closes its channel between tabs when it is removed', async () => {
    const open = new Set<BroadcastChannel>()
    const Channel = globalThis.BroadcastChannel
    vi.stubGlobal(
      'BroadcastChannel',
      class extends Channel {
        constructor(name: string) {
          super(name)
          open.add(this)
        }
        override close() {
          open.delete(this)
          super.close()
        }
      },
    )
    const { leave } = await show(<Account name="account" />, world.options)
    expect(open.size).toBe(1)
    await leave()
    expect(open.size).toBe(0)
  })

  it('hydrates the forms of a user who is signed in', async () => {
    const first = await page(<SignUp withEmail={false} />)
    await signUp(first.host)
    await isSignedIn(first.host)
    await first.leave()
    const view = (
      <>
        <Account name="account" />
        <SignIn />
        <OtpSignIn appName="Example" />
      </>
    )
    const html = renderToString(<KeywrightProvider {...world.options}>{view}</KeywrightProvider>)
    const { host, errors } = await show(view, world.options, html)
    await until(() => textOf(host, 'account', 'status') === 'signed-in')
    expect(errors).toEqual([])
  })
})

describe('a device with a wrong clock', () => {
  const skewed = (minutes: number) => ({
    ...world.options,
    now: () => kw.clock.now() + minutes * 60_000,
  })

  it.each([20, -90])('by %i minutes is named as the cause when a passkey is used', async (minutes) => {
    const { host } = await page(<SignUp withEmail={false} />)
    await signUp(host)
    await isSignedIn(host)
    const storage = memoryStorage()
    const wrong = await page(<SignIn />, { ...skewed(minutes), storage })
    await press(wrong.host, 'Sign in with a passkey')
    await until(() => said(wrong.host, 'alert') !== '')
    expect(said(wrong.host, 'alert')).toBe('The clock of this device is wrong. Set it, then try again.')
    expect(await storage.get('session')).toBeUndefined()
  })

  it.each([20, -90])('by %i minutes does not leave an organization behind', async (minutes) => {
    const wrong = await page(<SignUp withEmail={false} />, skewed(minutes))
    await signUp(wrong.host)
    await until(() => said(wrong.host, 'alert') !== '')
    expect(said(wrong.host, 'alert')).toBe('The clock of this device is wrong. Set it, then try again.')
    expect((await kw.client.listSuborgs()).organizationIds).toEqual([])
    await wrong.leave()
    const { host } = await page(<SignUp withEmail={false} />)
    await signUp(host)
    await isSignedIn(host)
    expect((await kw.client.listSuborgs()).organizationIds).toHaveLength(1)
  })

  it('that is behind learns from the server that the session has expired', async () => {
    function Sign() {
      const { run } = useSign()
      return (
        <button type="button" onClick={() => run({ signWith: '0x1', payload: 'hello' })}>
          Sign
        </button>
      )
    }
    const view = (
      <>
        <Account name="account" />
        <Sign />
      </>
    )
    const tabs = [await show(view, skewed(-30)), await show(view, skewed(-30))] as const
    const { host } = tabs[0]
    await signUp(host)
    await until(() => textOf(host, 'account', 'address').startsWith('0x'))
    const session = (await world.options.storage!.get('session')) as { expiresAt: number }
    // As after a sign-in, whose response names the server's time.
    await world.options.storage!.set('session', { ...session, expiresAt: session.expiresAt + 30 * 60_000 })
    await kw.clock.advance(16 * 60_000)
    await press(host, 'Sign')
    for (const tab of tabs) {
      await until(() => textOf(tab.host, 'account', 'status') === 'signed-out')
      expect(textOf(tab.host, 'account', 'reason')).toBe('expired')
    }
  })
})

describe('a browser that stores nothing', () => {
  const full = () => ({
    ...memoryStorage(),
    set: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  })
  const KEEPS_NOTHING = 'This browser cannot keep you signed in. Allow it to store data for this site.'

  it.each([
    ['sign-up', <SignUp key="form" withEmail={false} />, 'Sign up with a passkey'],
    ['sign-in', <SignIn key="form" />, 'Sign in with a passkey'],
    ['code', <OtpSignIn key="form" appName="Example" />, 'Send a code'],
  ])('is reported in the form: %s', async (_, form, label) => {
    const first = await page(<SignUp withEmail={false} />)
    await signUp(first.host)
    await isSignedIn(first.host)
    const { host } = await page(form, { ...world.options, storage: full() })
    for (const input of host.querySelectorAll('input')) input.value = EMAIL
    await press(host, label)
    await until(() => said(host, 'alert') !== '')
    expect(said(host, 'alert')).toBe(KEEPS_NOTHING)
    expect(host.querySelector('#who')!.textContent).toBe('signed-out')
  })
})

it('a stored session of another version is signed out, not an error', async () => {
  for (const stored of [{}, null, 'text', { kind: 'read-write' }, { expiresAt: 'soon' }]) {
    const storage = memoryStorage()
    await storage.set('session', stored)
    await storage.set('sign-up', '{')
    const { host, leave } = await page(<SignUp withEmail={false} />, { ...world.options, storage })
    expect(host.querySelector('#who')!.textContent).toBe('signed-out')
    await signUp(host)
    await isSignedIn(host)
    await leave()
  }
})

describe('a form', () => {
  it('works on a page that the browser translates', async () => {
    const { host } = await page(<SignUp withEmail={false} />)
    const translate = () => {
      const walker = document.createTreeWalker(host, 4)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const font = document.createElement('font')
        text.replaceWith(font)
        font.append(`${text.data}.`)
      }
    }
    await press(host, 'Sign up with a passkey')
    translate()
    host.querySelector('input')!.value = 'Alice'
    await act(async () => host.querySelector('form')!.requestSubmit())
    await until(() => world.device.prompts === 2)
    await until(() => host.querySelector('form')!.dataset['status'] === 'done')
    expect(said(host, 'status')).toContain('Signed up.')
  })
})

it('an action whose own request was aborted is canceled', async () => {
  let action: ReturnType<typeof useAction<[], unknown>>
  function Host() {
    action = useAction(() => Promise.reject(new DOMException('', 'AbortError')))
    return null
  }
  await show(<Host />, world.options)
  await act(() => action.run())
  expect(action!).toMatchObject({ status: 'cancelled', error: { code: 'ABORTED' } })
})
