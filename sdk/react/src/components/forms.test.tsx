// @vitest-environment happy-dom
/** Forms as people and other components use them: typed input, portals, other languages, forms that disappear. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ActivityFailedError, KeywrightError } from '@keywright/client'
import { errors } from '@keywright/contract'
import { act, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  alice,
  button,
  byLabel,
  EMAIL,
  fill,
  isSignedIn,
  kw,
  page,
  press,
  said,
  setUp,
  signUp,
  until,
  world,
} from '../../test/world.tsx'
import {
  EmailSignIn,
  ERROR_TEXTS,
  ExportWallet,
  errorText,
  ImportWallet,
  OauthSignIn,
  OtpSignIn,
  SignIn,
  SignUp,
  useSession,
} from '../index.ts'

/** Error codes that sources declare or throw. */
const codesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(
        /(?: {2}\| |Error\(\s*|super\(\s*)'([A-Z]+(?:_[A-Z]+)*)'/g,
      ),
    ])
    .map(([, code]) => code!)

const SDK = join(import.meta.dirname, '../../..')

setUp()

const digitsFrom = (zero: number) => (digit: string) => String.fromCodePoint(zero + Number(digit))

it.each([
  ['spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  ['hyphens', (code: string) => `${code.slice(0, 3)}-${code.slice(3, 5)}\u2013${code.slice(5)}`],
  ['full-width digits', (code: string) => code.replace(/\d/g, digitsFrom(0xff10))],
  ['Arabic digits', (code: string) => code.replace(/\d/g, digitsFrom(0x660))],
  ['Devanagari digits', (code: string) => code.replace(/\d/g, digitsFrom(0x966))],
  [
    'marks that can not be seen',
    (code: string) => `\u200f${code.slice(0, 3)}\u200b\u2060${code.slice(3)}\ufeff`,
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

it('reports success once where the form disappears because of it', async () => {
  const onDone = vi.fn()
  function Gate() {
    return useSession().status === 'signed-in' ? <p>Welcome</p> : <SignUp withEmail={false} onDone={onDone} />
  }
  const { host } = await page(<Gate />)
  await signUp(host)
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

describe('texts', () => {
  const offline = () => Promise.reject(new TypeError('offline'))
  const rejectedWith = (errorCode: string, member?: string) => async (request: Request) =>
    request.url.includes('app.example.com')
      ? Response.json(
          {
            code: 3,
            message: '`parameters.rootUsers.0.userEmail` is for developers',
            details: [
              { errorCode },
              ...(member
                ? [
                    {
                      fieldViolations: [
                        { field: `parameters.rootUsers.0.${member}`, description: 'is `bad`' },
                      ],
                    },
                  ]
                : []),
            ],
          },
          { status: 400 },
        )
      : world.options.fetch!(request)

  async function failed(options: typeof world.options, labels = {}) {
    const { host } = await page(<SignUp withEmail={false} labels={labels} />, options)
    await signUp(host)
    await until(() => host.querySelector('form')!.dataset['status'] === 'failed')
    return host
  }

  it.each([
    ['the default', {}, 'No connection. Check your network and try again.'],
    [
      "the application's",
      { errors: { UNREACHABLE: 'Keine Verbindung.', other: 'Fehler.' } },
      'Keine Verbindung.',
    ],
    ["the application's for the rest", { errors: { other: 'Fehler.' } }, 'Fehler.'],
  ])('of an error are %s', async (_, labels, expected) => {
    const host = await failed({ ...world.options, fetch: offline }, labels)
    expect(said(host, 'alert')).toBe(expected)
  })

  it('at a field are for users, not for developers', async () => {
    const host = await failed({ ...world.options, fetch: rejectedWith('CHARACTER_HIDDEN', 'userName') })
    const name = byLabel(host, 'Name')
    const shown = document.getElementById(name.getAttribute('aria-describedby')!)!.textContent
    expect(shown).toBe('Remove invisible characters from this entry.')
  })

  /** Codes of the catalog, and those that the SDK's sources declare. */
  const codes = new Set([
    ...Object.keys(errors),
    ...['client', 'browser', 'react'].flatMap((name) => codesIn(`${SDK}/${name}/src`)),
  ])

  it('contain nothing for developers, whatever the code', () => {
    expect(codes.size).toBeGreaterThan(150)
    for (const code of codes) {
      const text = errorText(new KeywrightError(code, '`organizationId` is missing', { help: 'pass it' }))
      expect(text, code).toMatch(/^[A-Z][^`_{}]+\.$/)
      expect(text, code).not.toMatch(/\b[a-z]+[A-Z]|undefined/)
    }
  })

  it('exist only for codes that exist', () => {
    expect(Object.keys(ERROR_TEXTS).filter((code) => code !== 'other' && !codes.has(code))).toEqual([])
  })

  it('of an activity that failed are those of its cause', () => {
    const failure = { code: 3, message: 'the code', details: [{ errorCode: 'OTP_INVALID' }] }
    const error = new ActivityFailedError({ id: '1', fingerprint: '', failure } as never)
    expect(errorText(error)).toBe(ERROR_TEXTS['OTP_INVALID'])
  })

  const names =
    `submit pending done cancelled needsConsensus idle required userName userEmail contact code send sending
    restart email bundle sent walletName begin beginning begun hide`.split(/\s+/)
  const everything = (labels: object) => (
    <>
      <SignUp labels={labels} />
      <SignIn labels={labels} />
      <OtpSignIn appName="Example" labels={labels} />
      <EmailSignIn appName="Example" labels={labels} />
      <OauthSignIn providerName="Example" getToken={() => Promise.reject(new Error('no'))} labels={labels} />
      <ImportWallet labels={labels} />
      <ExportWallet walletId="1" labels={labels} />
    </>
  )

  it('that are undefined are the defaults', async () => {
    const missing = Object.fromEntries(names.map((name) => [name, undefined]))
    const [one, other] = [await page(everything(missing)), await page(everything({}))]
    expect(one.host.textContent).toBe(other.host.textContent)
  })

  it('can all be replaced', async () => {
    const labels = { ...Object.fromEntries(names.map((name) => [name, '§'])), errors: { other: '§' } }
    const create = () => Promise.reject(new DOMException('closed', 'InvalidStateError'))
    const credentials = { ...world.device.credentials, create }
    const { host } = await page(everything(labels), { ...world.options, fetch: offline, credentials })
    const submitAll = async () => {
      for (const form of host.querySelectorAll('form')) await act(async () => form.requestSubmit())
    }
    const written = () => [...host.querySelectorAll('form')].map(({ textContent }) => textContent).join('')
    const words = () => written().replace(/[§\s]/g, '')
    expect([written().length > 5, words()]).toEqual([true, ''])
    await submitAll()
    expect([host.querySelectorAll('[aria-invalid]').length, words()]).toEqual([5, ''])
    for (const input of host.querySelectorAll('input')) input.value = '§'
    await submitAll()
    await until(() => host.querySelectorAll('form[data-status=failed]').length === 7)
    expect(words()).toBe('')
  })
})

describe('the focus', () => {
  it('moves to the invalid field at each failure, not only the first', async () => {
    const { host } = await page(<SignUp />)
    for (let n = 0; n < 2; n++) {
      await press(host, 'Sign up with a passkey')
      expect(document.activeElement).toBe(byLabel(host, 'Name'))
    }
    await fill(host, 'Name', 'Alice')
    await fill(host, 'Email', 'not an address')
    for (let n = 0; n < 2; n++) {
      await press(host, 'Sign up with a passkey')
      await until(() => host.querySelector('form')!.dataset['status'] === 'failed')
      await until(() => document.activeElement === byLabel(host, 'Email'))
      expect(said(host, 'alert')).toBe('')
    }
  })

  it('stays where the user has moved it', async () => {
    const { host } = await page(
      <>
        <SignUp />
        <input aria-label="Search" />
      </>,
    )
    await fill(host, 'Name', 'Alice')
    await fill(host, 'Email', 'not an address')
    const search = host.querySelector<HTMLInputElement>('[aria-label=Search]')!
    await act(async () => {
      button(host, 'Sign up with a passkey').click()
      search.focus()
    })
    await until(() => byLabel(host, 'Email').getAttribute('aria-invalid'))
    expect(document.activeElement).toBe(search)
  })
})

it('adds no style and no script, so it needs no nonce', async () => {
  const { host } = await page(
    <>
      <SignUp className="card" />
      <SignIn />
      <OtpSignIn appName="Example" />
      <EmailSignIn appName="Example" />
      <OauthSignIn providerName="Example" getToken={async () => ''} />
      <ImportWallet />
      <ExportWallet walletId="1" />
    </>,
  )
  expect(document.querySelectorAll('style, script, link, [style]')).toHaveLength(0)
  expect(
    host.querySelector('form.card[data-keywright=sign-up][data-status=idle] [data-field=userName]'),
  ).toBeTruthy()
})

it('opens the first email after a second one was requested', async () => {
  await alice()
  const { host } = await page(<EmailSignIn appName="Example" />)
  await fill(host, 'Email', EMAIL)
  await press(host, 'Send an email')
  await until(() => said(host, 'status').includes('Open the email'))
  const bundle = String((await kw.inbox.latest({ to: EMAIL })).template['bundle'])
  await press(host, 'Send an email')
  while ((await kw.inbox.list()).length < 2) await act(async () => new Promise((done) => setTimeout(done, 5)))
  await until(() => said(host, 'status').includes('Open the email'))
  await fill(host, 'Code from the email', bundle)
  await press(host, 'Sign in')
  await isSignedIn(host)
})

describe('the passkey of a failed sign-up', () => {
  const removed = vi.fn(async (_: { credentialId: string }) => {})
  beforeEach(() => {
    removed.mockClear()
    vi.stubGlobal('PublicKeyCredential', { signalUnknownCredential: removed })
  })
  afterEach(() => vi.unstubAllGlobals())

  async function correctEmail(fetch: NonNullable<typeof world.options.fetch>) {
    const { host } = await page(<SignUp />, { ...world.options, fetch })
    await fill(host, 'Name', 'Alice')
    await fill(host, 'Email', 'alice@')
    await press(host, 'Sign up with a passkey')
    await until(() => host.querySelector('form')!.dataset['status'] === 'failed')
    await fill(host, 'Email', EMAIL)
    await press(host, 'Sign up with a passkey')
    await isSignedIn(host)
  }

  it('is removed from the device when the user corrects the email address', async () => {
    await correctEmail(world.options.fetch!)
    const [first] = world.device.passkeys
    expect(removed.mock.calls.map(([{ credentialId }]) => credentialId)).toEqual([first!.credentialId])
  })

  it('stays if the server may have registered it', async () => {
    let isFirst = true
    await correctEmail(async (request) => {
      const isLost = isFirst && request.url.includes('app.example.com')
      isFirst &&= !isLost
      if (isLost) throw new TypeError('connection lost')
      return world.options.fetch!(request)
    })
    expect(removed).not.toHaveBeenCalled()
  })
})
