// @vitest-environment happy-dom
/** Forms as people and other components use them: typed input, portals, other languages, forms that disappear. */
import { KeywrightBrowser } from '@keywright/browser'
import { type Keywright, startKeywright } from '@keywright/testing'
import { act, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  button,
  byLabel,
  createWorld,
  EMAIL,
  fill,
  leaveAll,
  press,
  proveEmail,
  said,
  show,
  until,
  type World,
} from '../../test/world.tsx'
import { EmailSignIn, OauthSignIn, OtpSignIn, SignIn, SignUp, useSession } from '../index.ts'

let kw: Keywright
let world: World

beforeAll(async () => {
  kw = await startKeywright()
})
afterAll(() => kw.close())
beforeEach(() => {
  world = createWorld(kw)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await leaveAll()
  await kw.reset()
})

const Who = () => <p id="who">{useSession().status}</p>

async function page(view: ReactNode, options = world.options) {
  const shown = await show(
    <>
      {view}
      <Who />
    </>,
    options,
  )
  await until(() => shown.host.querySelector('#who')?.textContent === 'signed-out')
  return shown
}

const isSignedIn = (host: HTMLElement) => until(() => host.querySelector('#who')!.textContent === 'signed-in')

const alice = async (oauthProviders: { providerName: string; oidcToken: string }[] = []) =>
  kw.client.createSubOrganization({
    subOrganizationName: 'alice',
    rootUsers: [{ userName: 'alice', userEmail: EMAIL, apiKeys: [], authenticators: [], oauthProviders }],
    rootQuorumThreshold: 1,
    ...(await proveEmail(kw)),
  })

it.each([
  ['spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  ['hyphens', (code: string) => `${code.slice(0, 3)}-${code.slice(3, 5)}\u2013${code.slice(5)}`],
  [
    'full-width digits',
    (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  ],
])('accepts a code typed with %s', async (_, typed) => {
  await alice()
  const { host } = await page(<OtpSignIn appName="Example" />)
  await fill(host, 'Email', EMAIL)
  await press(host, 'Send a code')
  await until(() => host.querySelector('[name=code]'))
  await fill(host, 'Code', typed(String((await kw.inbox.latest({ to: EMAIL })).template['code'])))
  await press(host, 'Sign in')
  await isSignedIn(host)
})

it('accepts a bundle that a mail program has wrapped', async () => {
  await alice()
  const { host } = await page(<EmailSignIn appName="Example" />)
  await fill(host, 'Email', EMAIL)
  await press(host, 'Send an email')
  await until(() => said(host, 'status').includes('Open the email'))
  const bundle = String((await kw.inbox.latest({ to: EMAIL })).template['bundle'])
  await fill(host, 'Code from the email', `${bundle.slice(0, 40)} ${bundle.slice(40)}`)
  await press(host, 'Sign in')
  await isSignedIn(host)
})

it('asks the identity provider inside the click, so that browsers allow its window', async () => {
  await alice([{ providerName: 'Example', oidcToken: kw.issuer.token({ subject: 'alice' }) }])
  const preparing = vi.spyOn(KeywrightBrowser.prototype, 'prepareOauth')
  let isClicking = false
  const asked: boolean[] = []
  const getToken = async (nonce: string) => {
    asked.push(isClicking)
    return kw.issuer.token({ subject: 'alice', nonce })
  }
  const { host } = await page(
    <>
      <OauthSignIn providerName="Example" getToken={getToken} />
      <OauthSignIn providerName="Other" getToken={getToken} />
    </>,
  )
  await until(() => preparing.mock.results.length >= 2)
  await act(async () => void (await Promise.all(preparing.mock.results.map(({ value }) => value))))
  await act(async () => {
    isClicking = true
    button(host, 'Sign in with Example').click()
    isClicking = false
  })
  await isSignedIn(host)
  expect(asked).toEqual([true])
})

it('closes the passkey prompt with its form, and stores no session', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const get = (options?: CredentialRequestOptions) => {
    signals.push(options?.signal)
    return new Promise<never>((_, reject) =>
      options?.signal?.addEventListener('abort', () => reject(options.signal!.reason)),
    )
  }
  const credentials = { ...world.device.credentials, get } as NonNullable<typeof world.options.credentials>
  const { host, leave } = await page(<SignIn />, { ...world.options, credentials })
  await press(host, 'Sign in with a passkey')
  await until(() => signals.length)
  await leave()
  expect(signals[0]!.aborted).toBe(true)
  expect(await world.options.storage!.get('session')).toBeUndefined()
})

it('reports success once where the form disappears because of it', async () => {
  const onDone = vi.fn()
  function Gate() {
    return useSession().status === 'signed-in' ? <p>Welcome</p> : <SignUp withEmail={false} onDone={onDone} />
  }
  const { host } = await page(<Gate />)
  await fill(host, 'Name', 'Alice')
  await press(host, 'Sign up with a passkey')
  await until(() => host.textContent!.includes('Welcome') && onDone.mock.calls.length > 0)
  expect(onDone).toHaveBeenCalledOnce()
})

it('reports success once, however often the form is submitted', async () => {
  const onDone = vi.fn()
  const { host } = await page(<SignUp withEmail={false} onDone={onDone} />)
  await fill(host, 'Name', 'Alice')
  await act(async () => {
    for (let n = 0; n < 3; n++) host.querySelector('form')!.requestSubmit()
  })
  await isSignedIn(host)
  await until(() => onDone.mock.calls.length > 0 && said(host, 'status') === 'Signed up.')
  expect([onDone.mock.calls.length, world.device.prompts]).toEqual([1, 2])
})

it('creates one passkey, however often the sign-up fails afterwards', async () => {
  let failures = 2
  const { fetch: send } = world.options
  const flaky = (request: Request) =>
    request.url.includes('app.example.com') && failures-- > 0
      ? Promise.reject(new TypeError('offline'))
      : send!(request)
  const { host } = await page(<SignUp withEmail={false} />, { ...world.options, fetch: flaky })
  await fill(host, 'Name', 'Alice')
  for (let n = 0; n < 2; n++) {
    await press(host, 'Sign up with a passkey')
    await until(() => host.querySelector('form')!.dataset['status'] === 'failed')
  }
  await press(host, 'Sign up with a passkey')
  await isSignedIn(host)
  expect([world.device.passkeys.length, world.device.prompts]).toEqual([1, 2])
})

it('neither takes the submit of a form in a portal nor leaves its own portal', async () => {
  const outer = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  function Page() {
    const [inner, setInner] = useState(0)
    return (
      <form onSubmit={outer}>
        {createPortal(
          <SignUp withEmail={false}>
            {createPortal(
              <form
                onSubmit={(event) => {
                  event.preventDefault()
                  event.stopPropagation()
                  setInner(inner + 1)
                }}
              >
                <button type="submit">Inner {inner}</button>
              </form>,
              document.body,
            )}
          </SignUp>,
          document.body,
        )}
      </form>
    )
  }
  await page(<Page />)
  await press(document.body, 'Sign up with a passkey')
  expect(byLabel(document.body, 'Name').getAttribute('aria-invalid')).toBe('true')
  await press(document.body, 'Inner 0')
  expect([outer.mock.calls.length, world.device.prompts]).toEqual([0, 0])
})

it("shows the application's text for an error, and no advice for developers", async () => {
  const offline = () => Promise.reject(new TypeError('offline'))
  const options = { ...world.options, fetch: offline }
  const texts = { errors: { UNREACHABLE: 'Keine Verbindung.', other: 'Fehler.' } }
  const { host } = await page(<SignUp withEmail={false} labels={texts} />, options)
  await fill(host, 'Name', 'Alice')
  await press(host, 'Sign up with a passkey')
  await until(() => said(host, 'alert') === 'Keine Verbindung.')
})
