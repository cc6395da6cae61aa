// @vitest-environment happy-dom
/** Every property of every component does what the README says. */
import { KeywrightBrowser } from '@keywright/browser'
import { type ReactNode, useRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { replaceFrames } from '../../test/frame.ts'
import {
  alice,
  EMAIL,
  fill,
  isSignedIn,
  kw,
  LINK,
  page,
  press,
  said,
  setUp,
  show,
  signUp,
  until,
  world,
} from '../../test/world.tsx'
import {
  ActivityDetails,
  EmailSignIn,
  ExportWallet,
  ImportWallet,
  OauthSignIn,
  OtpSignIn,
  SignIn,
  SignUp,
  useEmailSignIn,
  useSignOut,
  useWallets,
} from '../index.ts'

setUp()

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const SOLANA = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
} as const

/** Shows the view to a user who has signed up, with the first wallet. */
async function signedIn(view: (walletId: string) => ReactNode) {
  function First() {
    const state = useWallets()
    return state.status === 'ready' && state.wallets[0] ? view(state.wallets[0].walletId) : null
  }
  const { host } = await page(
    <>
      <SignUp withEmail={false} />
      <First />
    </>,
  )
  await signUp(host)
  return host
}
const formOf = (host: HTMLElement, name: string) =>
  until(() => host.querySelector<HTMLElement>(`[data-keywright=${name}]`))

const session = () => world.options.storage!.get('session') as Promise<{ organizationId: string }>
const letter = () => kw.inbox.latest({ to: EMAIL })

it('every component takes a class and content, and shows neither prompt nor frame by itself', async () => {
  const activity = { type: 'ACTIVITY_TYPE_CREATE_WALLET', status: 'ACTIVITY_STATUS_COMPLETED' } as const
  const frames = replaceFrames(kw.signerPublicKey)
  const common = { className: 'card', children: <b>More</b> }
  const { host } = await page(
    <>
      <SignUp {...common} />
      <SignIn {...common} />
      <OtpSignIn appName="Example" {...common} />
      <OauthSignIn providerName="Example" getToken={async () => ''} {...common} />
      <ImportWallet {...common} />
      <ExportWallet walletId="1" {...common} />
      <ActivityDetails
        activity={{ ...activity, organizationId: kw.organizationId, intent: { createWalletIntent: {} } }}
        interfaces={[]}
        {...common}
      />
    </>,
  )
  expect(host.querySelectorAll('.card[data-keywright] > b')).toHaveLength(7)
  const email = await page(<EmailSignIn appName="Example" {...common} />)
  // It consists of two forms.
  expect(email.host.querySelectorAll('.card[data-keywright] > b')).toHaveLength(2)
  expect([world.device.prompts, frames.open(), world.asked]).toEqual([0, 0, []])
})

describe('SignUp', () => {
  it('creates an Ethereum account by default, or the wallet that it is given', async () => {
    const first = await page(<SignUp withEmail={false} />)
    await signUp(first.host)
    await isSignedIn(first.host)
    const { organizationId: own } = await session()
    const wallet = { walletName: 'Savings', accounts: [SOLANA] }
    const second = await page(<SignUp withEmail={false} wallet={wallet} />)
    await fill(second.host, 'Name', 'Bob')
    await press(second.host, 'Sign up with a passkey')
    await until(() => said(second.host, 'status') === 'Signed up.')
    const walletsOf = async (organizationId: string) => {
      const { wallets } = await kw.client.listWallets({ organizationId })
      const { accounts } = await kw.client.listWalletAccounts({
        organizationId,
        walletId: wallets[0]!.walletId,
      })
      return [wallets.map(({ walletName }) => walletName), accounts.map(({ path }) => path)]
    }
    expect(await walletsOf(own)).toEqual([['Wallet'], ["m/44'/60'/0'/0/0"]])
    const { organizationId: other } = await session()
    expect(await walletsOf(other)).toEqual([['Savings'], [SOLANA.path]])
  })

  it('asks your own server, and for one prompt without `provePasskey`', async () => {
    const createOrganization = vi.fn((params) => kw.client.createSubOrganization(params))
    const { host } = await page(
      <SignUp withEmail={false} provePasskey={false} createOrganization={createOrganization} />,
    )
    await signUp(host)
    await isSignedIn(host)
    expect([createOrganization.mock.calls.length, world.asked, world.device.prompts]).toEqual([1, [], 1])
  })
})

it('every way to sign in reports the session once', async () => {
  const first = await page(<SignUp withEmail={false} />)
  await signUp(first.host)
  await isSignedIn(first.host)
  const { organizationId } = await session()
  await first.leave()
  await alice([{ providerName: 'Example', oidcToken: kw.issuer.token({ subject: 'alice' }) }])
  const getToken = async (nonce: string) => kw.issuer.token({ subject: 'alice', nonce })
  const ways: [(onDone: () => void) => ReactNode, (host: HTMLElement) => Promise<void>][] = [
    [
      (onDone) => <SignIn organizationId={organizationId} onDone={onDone} />,
      (host) => press(host, 'Sign in with a passkey'),
    ],
    [
      (onDone) => <OauthSignIn providerName="Example" getToken={getToken} onDone={onDone} />,
      (host) => press(host, 'Sign in with Example'),
    ],
    [
      (onDone) => <OtpSignIn appName="Example App" onDone={onDone} />,
      async (host) => {
        await fill(host, 'Email', EMAIL)
        await press(host, 'Send a code')
        await until(() => host.querySelector('[name=code]'))
        expect(JSON.stringify(await letter())).toContain('Example App')
        await fill(host, 'Code', String((await letter()).template['code']))
        await press(host, 'Sign in')
      },
    ],
    [
      (onDone) => <EmailSignIn appName="Other App" onDone={onDone} />,
      async (host) => {
        await fill(host, 'Email', EMAIL)
        await press(host, 'Send an email')
        await until(() => said(host, 'status').includes('Open the email'))
        expect(JSON.stringify(await letter())).toContain('Other App')
        await fill(host, 'Code from the email', String((await letter()).template['bundle']))
        await press(host, 'Sign in')
      },
    ],
  ]
  for (const [view, run] of ways) {
    const onDone = vi.fn()
    const { host, leave } = await show(view(onDone), world.options)
    await run(host)
    await until(() => onDone.mock.calls.length > 0)
    expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'read-write' }))
    await leave()
  }
})

it('OtpSignIn sends text messages to numbers as people write them', async () => {
  const labels = { contact: 'Phone' }
  const { host } = await page(<OtpSignIn appName="Example" otpType="OTP_TYPE_SMS" labels={labels} />)
  expect(host.querySelector('input')!.type).toBe('tel')
  await fill(host, 'Phone', '+1 (555) 555\u20110123')
  await press(host, 'Send a code')
  await until(() => host.querySelector('[name=code]'))
  expect(await kw.inbox.latest({ to: '+15555550123', kind: 'sms' })).toBeTruthy()
})

it('EmailSignIn sends a link, whose bundle `useEmailSignIn` opens', async () => {
  await alice()
  function Link() {
    const { open } = useEmailSignIn()
    const bundle = useRef<HTMLInputElement>(null)
    return (
      <>
        <input aria-label="Bundle" ref={bundle} />
        <button type="button" onClick={() => open.run(bundle.current!.value)}>
          Open
        </button>
      </>
    )
  }
  const { host } = await page(
    <>
      <EmailSignIn appName="Example" magicLinkTemplate={LINK} />
      <Link />
    </>,
  )
  await fill(host, 'Email', EMAIL)
  await press(host, 'Send an email')
  await until(() => said(host, 'status').includes('Open the email'))
  const link = LINK.replace('%s', String((await letter()).template['bundle']))
  expect(JSON.stringify(await letter())).toContain(link)
  host.querySelector<HTMLInputElement>('[aria-label=Bundle]')!.value = new URL(link).hash.slice(1)
  await press(host, 'Open')
  await isSignedIn(host)
})

describe('ImportWallet', () => {
  it.each([
    [undefined, 2],
    [true, 4],
  ])('imports the given accounts, with withPasskey %s after %i prompts', async (withPasskey, prompts) => {
    const frames = replaceFrames(kw.signerPublicKey)
    const onDone = vi.fn()
    const confirm = withPasskey === undefined ? {} : { withPasskey }
    const host = await signedIn(() => (
      <ImportWallet accounts={[SOLANA]} isOpaque onDone={onDone} {...confirm} />
    ))
    const form = await formOf(host, 'import-wallet')
    await press(form, 'Import a wallet')
    await until(() => form.querySelector('textarea'))
    form.querySelector('textarea')!.value = PHRASE
    await fill(form, 'Wallet name', 'Old one')
    await press(form, 'Import')
    await until(() => onDone.mock.calls.length > 0)
    expect(onDone).toHaveBeenCalledExactlyOnceWith({
      walletId: expect.any(String),
      addresses: [expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)],
    })
    expect([world.device.prompts, frames.open()]).toEqual([prompts, 0])
    expect(vi.mocked(KeywrightBrowser.prototype.iframeClient).mock.calls[0]![0]).toMatchObject({
      isOpaque: true,
    })
  })
})

describe('ExportWallet', () => {
  it.each([
    [undefined, 3],
    [false, 2],
  ])('with withPasskey %s shows the phrase after %i prompts', async (withPasskey, prompts) => {
    replaceFrames(kw.signerPublicKey)
    const confirm = withPasskey === undefined ? {} : { withPasskey }
    const host = await signedIn((walletId) => <ExportWallet walletId={walletId} isOpaque {...confirm} />)
    const form = await formOf(host, 'export-wallet')
    await press(form, 'Show recovery phrase')
    await until(() => form.querySelector('section')?.textContent)
    expect(world.device.prompts).toBe(prompts)
    expect(vi.mocked(KeywrightBrowser.prototype.iframeClient).mock.calls[0]![0]).toMatchObject({
      isOpaque: true,
    })
  })
})

it('a pending form announces its progress, and its button stays focusable', async () => {
  const create = () => new Promise<never>(() => {})
  const credentials = { ...world.device.credentials, create }
  const { host } = await page(<SignUp withEmail={false} />, { ...world.options, credentials })
  await signUp(host)
  await until(() => said(host, 'status') === 'Waiting for your passkey.')
  const form = host.querySelector('form')!
  const button = form.querySelector('button')!
  expect([form.ariaBusy ?? form.getAttribute('aria-busy'), form.dataset['status']]).toEqual([
    'true',
    'pending',
  ])
  expect([button.getAttribute('aria-disabled'), button.disabled, document.activeElement]).toEqual([
    'true',
    false,
    button,
  ])
})

it('signing out tells whether the key was deleted', async () => {
  let isOffline = false
  const fetch = (request: Request) =>
    isOffline ? Promise.reject(new TypeError('offline')) : world.options.fetch!(request)
  const results: unknown[] = []
  function SignOut() {
    const { run } = useSignOut()
    return (
      <button type="button" onClick={async () => results.push(await run())}>
        Sign out
      </button>
    )
  }
  const { host } = await page(
    <>
      <SignUp withEmail={false} />
      <SignOut />
    </>,
    { ...world.options, fetch, retries: 0 },
  )
  for (const offline of [false, true]) {
    isOffline = false
    await signUp(host)
    await isSignedIn(host)
    isOffline = offline
    await press(host, 'Sign out')
    await until(() => results.length === Number(offline) + 1)
  }
  expect(results).toEqual([{ isRevoked: true }, { isRevoked: false }])
})
