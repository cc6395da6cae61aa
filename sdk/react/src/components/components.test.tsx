// @vitest-environment happy-dom
import { memoryStorage } from '@keywright/browser'
import axe from 'axe-core'
import { act, useRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { replaceFrames } from '../../test/frame.ts'
import {
  alice,
  button,
  byLabel,
  createWorld,
  EMAIL,
  fill,
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
} from '../../test/world.tsx'
import {
  EmailSignIn,
  ExportWallet,
  ImportWallet,
  OauthSignIn,
  OtpSignIn,
  SignIn,
  SignUp,
  useSignOut,
  useWallets,
} from '../index.ts'

setUp()

/** Colors are up to the application. */
const axeProblems = async (host: HTMLElement) =>
  (await axe.run(host, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } }))
    .violations

describe('signing up', () => {
  it('asks, creates and proves a passkey, and reports success', async () => {
    const onDone = vi.fn()
    const { host } = await page(<SignUp onDone={onDone} />)
    await fill(host, 'Name', 'Alice')
    await fill(host, 'Email', EMAIL)
    await press(host, 'Sign up with a passkey')
    await isSignedIn(host)
    await until(() => said(host, 'status') === 'Signed up.')
    expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ kind: 'read-write' }))
    expect(world.device.prompts).toBe(2)
  })

  it('is followed by a sign-in on another device with the same passkey', async () => {
    const { host } = await page(<SignUp withEmail={false} />)
    await signUp(host)
    await isSignedIn(host)
    const { host: other } = await page(<SignIn />, { ...world.options, storage: memoryStorage() })
    await press(other, 'Sign in with a passkey')
    await isSignedIn(other)
    // One that looks the organization up, and one for the session.
    expect(world.device.prompts).toBe(4)
  })

  it('treats a closed prompt as canceled: keeps the form, and the focus on its button', async () => {
    const create = () => Promise.reject(new DOMException('closed', 'NotAllowedError'))
    const credentials = { ...world.device.credentials, create }
    const { host } = await page(<SignUp withEmail={false} />, { ...world.options, credentials })
    await signUp(host)
    await until(() => said(host, 'status') === 'Canceled. Nothing was sent.')
    expect([said(host, 'alert'), byLabel(host, 'Name').value]).toEqual(['', 'Alice'])
    expect(document.activeElement).toBe(button(host, 'Sign up with a passkey'))
  })
})

it('signs in on another device with one prompt, if the page knows the organization', async () => {
  const first = await show(<SignUp withEmail={false} />, world.options)
  await fill(first.host, 'Name', 'Alice')
  await press(first.host, 'Sign up with a passkey')
  await until(() => said(first.host, 'status') === 'Signed up.')
  const { organizationId } = (await world.options.storage!.get('session')) as { organizationId: string }
  await first.leave()
  const fresh = createWorld(kw)
  const { credentials } = world.device
  const { host } = await page(<SignIn organizationId={organizationId} />, { ...fresh.options, credentials })
  const before = world.device.prompts
  await press(host, 'Sign in with a passkey')
  await isSignedIn(host)
  expect(world.device.prompts).toBe(before + 1)
})

it('signs in again after signing out, with one prompt', async () => {
  function SignOut() {
    const { run } = useSignOut()
    return (
      <button type="button" onClick={() => run()}>
        Sign out
      </button>
    )
  }
  const { host } = await page(
    <>
      <SignUp withEmail={false} />
      <SignIn />
      <SignOut />
    </>,
  )
  await signUp(host)
  await isSignedIn(host)
  await press(host, 'Sign out')
  await until(() => host.querySelector('#who')!.textContent === 'signed-out')
  const before = world.device.prompts
  await press(host, 'Sign in with a passkey')
  await isSignedIn(host)
  expect(world.device.prompts).toBe(before + 1)
})

it('tells a user whose passkey no account has, not that a session ended', async () => {
  // The passkey of a sign-up that never reached the server.
  const offline = () => Promise.reject(new TypeError('offline'))
  const first = await show(<SignUp withEmail={false} />, { ...world.options, fetch: offline })
  await fill(first.host, 'Name', 'Alice')
  await press(first.host, 'Sign up with a passkey')
  await until(() => said(first.host, 'alert'))
  await first.leave()
  const { host } = await page(<SignIn />)
  await press(host, 'Sign in with a passkey')
  const form = host.querySelector('form')!
  await until(() => !['idle', 'pending'].includes(form.dataset['status']!))
  expect([form.dataset['status'], said(host, 'alert')]).toEqual([
    'failed',
    'No account was found for this passkey.',
  ])
})

it('reports that the device has no passkey', async () => {
  const { host } = await page(<SignIn />)
  await press(host, 'Sign in with a passkey')
  await until(() => said(host, 'status') === 'Canceled. Nothing was sent.')
})

describe('a code', () => {
  const sent = async () => String((await kw.inbox.latest({ to: EMAIL })).template['code'])
  const ask = async () => {
    const { host } = await page(<OtpSignIn appName="Example" />)
    await fill(host, 'Email', EMAIL)
    await press(host, 'Send a code')
    await until(() => host.querySelector('[name=code]'))
    return host
  }

  it('shows an error at its field if wrong, and can be resent', async () => {
    await alice()
    const host = await ask()
    await fill(host, 'Code', (await sent()) === '000000' ? '000001' : '000000')
    await press(host, 'Sign in')
    await until(() => byLabel(host, 'Code').getAttribute('aria-invalid'))
    await press(host, 'Send another code')
    expect(document.activeElement).toBe(byLabel(host, 'Email'))
  })
})

it('signs in with an identity provider, and aborts when the form unmounts', async () => {
  await alice([{ providerName: 'Example', oidcToken: kw.issuer.token({ subject: 'alice' }) }])
  const getToken = async (nonce: string) => kw.issuer.token({ subject: 'alice', nonce })
  const { host } = await page(<OauthSignIn providerName="Example" getToken={getToken} />)
  await press(host, 'Sign in with Example')
  await isSignedIn(host)

  let asked: AbortSignal | undefined
  const never = (_: string, signal: AbortSignal) => {
    asked = signal
    return new Promise<string>(() => {})
  }
  const second = await show(<OauthSignIn providerName="Other" getToken={never} />, world.options)
  await press(second.host, 'Sign in with Other')
  await until(() => asked)
  await second.leave()
  expect(asked!.aborted).toBe(true)
})

describe('secrets', () => {
  function Wallets() {
    const state = useWallets()
    if (state.status !== 'ready') return null
    return (
      <>
        <ul>
          {state.wallets.map((wallet) => (
            <li key={wallet.walletId}>
              {wallet.walletName}: {wallet.accounts[0]?.address}
            </li>
          ))}
        </ul>
        <ExportWallet walletId={state.wallets[0]!.walletId} />
        <ImportWallet onDone={() => void state.refresh()} />
      </>
    )
  }

  async function signedIn() {
    const { host } = await page(
      <>
        <SignUp withEmail={false} />
        <Wallets />
      </>,
    )
    await signUp(host)
    await until(() => host.querySelector('li'))
    return host
  }

  it('are displayed in a frame, confirmed with the passkey, and hidden again', async () => {
    const frames = replaceFrames(kw.signerPublicKey)
    const host = await signedIn()
    const form = host.querySelector<HTMLElement>('[data-keywright=export-wallet]')!
    await press(form, 'Show recovery phrase')
    await until(() => form.querySelector('section')?.textContent)
    expect(form.querySelector('section')!.textContent!.split(' ')).toHaveLength(12)
    expect([world.device.prompts, frames.open()]).toEqual([3, 1])
    await press(form, 'Hide recovery phrase')
    await until(() => frames.open() === 0)
    expect(said(form, 'status')).toBe('')
  })

  it('disappear when the user signs out', async () => {
    function Export() {
      const state = useWallets()
      const walletId = useRef('')
      if (state.status === 'ready') walletId.current = state.wallets[0]!.walletId
      return walletId.current && <ExportWallet walletId={walletId.current} />
    }
    const frames = replaceFrames(kw.signerPublicKey)
    const { host } = await page(
      <>
        <SignUp withEmail={false} />
        <Wallets />
        <Export />
      </>,
    )
    await signUp(host)
    await until(() => host.querySelector('li'))
    const forms = () => host.querySelectorAll<HTMLElement>('[data-keywright=export-wallet]')
    await until(() => forms().length === 2)
    const form = () => [...forms()].at(-1)!
    await press(form(), 'Show recovery phrase')
    await until(() => form().querySelector('section')?.textContent)
    await world.options.storage!.remove('session')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await until(() => host.querySelector('li') === null)
    await act(async () => new Promise((done) => setTimeout(done)))
    expect([frames.open(), said(form(), 'status')]).toEqual([0, ''])
  })

  it('stay out of the page when the export is rejected', async () => {
    const frames = replaceFrames(`04${'11'.repeat(64)}`)
    const host = await signedIn()
    const form = host.querySelector<HTMLElement>('[data-keywright=export-wallet]')!
    await press(form, 'Show recovery phrase')
    await until(() => said(form, 'alert'))
    await until(() => frames.open() === 0)
  })

  it('that are not a recovery phrase leave the frame open for another try', async () => {
    const frames = replaceFrames(kw.signerPublicKey)
    const host = await signedIn()
    const form = host.querySelector<HTMLElement>('[data-keywright=import-wallet]')!
    await press(form, 'Import a wallet')
    await until(() => form.querySelector('textarea'))
    form.querySelector('textarea')!.value = 'too short'
    await fill(form, 'Wallet name', 'Old one')
    await press(form, 'Import')
    await until(() => said(form, 'alert'))
    expect([frames.open(), byLabel(form, 'Wallet name').value]).toEqual([1, 'Old one'])
  })
})

describe('every component', () => {
  const everything = (
    <>
      <SignUp />
      <SignIn />
      <OtpSignIn appName="Example" />
      <EmailSignIn appName="Example" />
      <OauthSignIn providerName="Example" getToken={async () => ''} />
      <ImportWallet />
      <ExportWallet walletId="1" />
    </>
  )

  it('passes axe, also with errors displayed', async () => {
    const { host } = await page(everything)
    expect(await axeProblems(host)).toEqual([])
    for (const form of [...host.querySelectorAll('form')]) {
      await act(async () => form.requestSubmit())
    }
    expect(host.querySelectorAll('[aria-invalid]').length).toBeGreaterThan(3)
    expect(await axeProblems(host)).toEqual([])
  })
})
