// @vitest-environment happy-dom
/** Components that a hidden `<Activity>` keeps: what they undid while hidden isn't shown when they reappear. */
import { Activity, act, type ReactNode, useState } from 'react'
import { expect, it } from 'vitest'
import { replaceFrames } from '../test/frame.ts'
import { byLabel, kw, press, said, setUp, show, signUp, until, world } from '../test/world.tsx'
import { ExportWallet, ImportWallet, SignIn, SignUp, useAction, useSession, useWallets } from './index.ts'

setUp()

/** Shows and hides its children with one button. */
function Tabs({ children }: { children: ReactNode }) {
  const [isHidden, setHidden] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setHidden(!isHidden)}>
        Switch
      </button>
      <Activity mode={isHidden ? 'hidden' : 'visible'}>{children}</Activity>
    </>
  )
}

const hideAndShow = async (host: HTMLElement) => {
  await press(host, 'Switch')
  await press(host, 'Switch')
}

const formOf = (host: HTMLElement, name: string) =>
  host.querySelector<HTMLElement>(`[data-keywright=${name}]`)!

function FirstWallet({ children }: { children: (walletId: string) => ReactNode }) {
  const state = useWallets()
  return state.status === 'ready' ? children(state.wallets[0]!.walletId) : null
}

async function signedIn(view: ReactNode) {
  const { host } = await show(
    <>
      <SignUp withEmail={false} />
      {view}
    </>,
    world.options,
  )
  await signUp(host)
  return host
}

it('an action is aborted, is idle again, and can be repeated', async () => {
  const signals: AbortSignal[] = []
  function Work() {
    const { run, status } = useAction((signal) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    return (
      <button type="button" onClick={() => run()}>
        Work {status}
      </button>
    )
  }
  const { host } = await show(
    <Tabs>
      <Work />
    </Tabs>,
    world.options,
  )
  await press(host, 'Work idle')
  await hideAndShow(host)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  await press(host, 'Work idle')
  expect(signals).toHaveLength(2)
})

it('a form whose prompt was closed can be submitted again', async () => {
  const prompts: CredentialRequestOptions[] = []
  const get = (options?: CredentialRequestOptions) => {
    prompts.push(options!)
    return new Promise<never>((_, reject) =>
      options!.signal!.addEventListener('abort', () => reject(options!.signal!.reason)),
    )
  }
  const credentials = { ...world.device.credentials, get } as NonNullable<typeof world.options.credentials>
  const { host } = await show(
    <Tabs>
      <SignIn />
    </Tabs>,
    { ...world.options, credentials },
  )
  await press(host, 'Sign in with a passkey')
  await until(() => prompts.length === 1)
  await hideAndShow(host)
  expect(prompts[0]!.signal!.aborted).toBe(true)
  expect([formOf(host, 'sign-in').dataset['status'], said(host, 'status'), said(host, 'alert')]).toEqual([
    'idle',
    '',
    '',
  ])
  await press(host, 'Sign in with a passkey')
  await until(() => prompts.length === 2)
})

it('a recovery phrase is gone, and the form offers to show it again', async () => {
  const frames = replaceFrames(kw.signerPublicKey)
  const host = await signedIn(
    <FirstWallet>
      {(walletId) => (
        <Tabs>
          <ExportWallet walletId={walletId} />
        </Tabs>
      )}
    </FirstWallet>,
  )
  const form = await until(() => formOf(host, 'export-wallet'))
  await press(form, 'Show recovery phrase')
  await until(() => said(form, 'status').startsWith('Keep this phrase private'))
  await hideAndShow(host)
  expect([frames.open(), said(form, 'status'), form.dataset['status']]).toEqual([0, '', 'idle'])
  await press(form, 'Show recovery phrase')
  await until(() => form.querySelector('section')?.textContent)
})

it('an import starts over with its first step', async () => {
  const frames = replaceFrames(kw.signerPublicKey)
  const host = await signedIn(
    <Tabs>
      <ImportWallet />
    </Tabs>,
  )
  await until(() => said(host, 'status').includes('Signed up.'))
  const form = formOf(host, 'import-wallet')
  await press(form, 'Import a wallet')
  await until(() => said(form, 'status') === 'Enter the recovery phrase.')
  await hideAndShow(host)
  expect([frames.open(), said(form, 'status')]).toEqual([0, ''])
  await press(form, 'Import a wallet')
  await until(() => said(form, 'status') === 'Enter the recovery phrase.')
  expect(byLabel(form, 'Wallet name').value).toBe('')
})

it('a frame that is still loading does not stay', async () => {
  const frames = replaceFrames(kw.signerPublicKey)
  const host = await signedIn(
    <FirstWallet>
      {(walletId) => (
        <Tabs>
          <ExportWallet walletId={walletId} withPasskey={false} />
          <ImportWallet />
        </Tabs>
      )}
    </FirstWallet>,
  )
  await until(() => formOf(host, 'export-wallet'))
  for (const label of ['Show recovery phrase', 'Import a wallet']) {
    await act(async () => {
      const press = (text: string) =>
        [...host.querySelectorAll('button')].find((one) => one.textContent === text)!.click()
      press(label)
      press('Switch')
    })
    await act(async () => new Promise((done) => setTimeout(done, 50)))
    await press(host, 'Switch')
    expect([frames.open(), said(host, 'alert')]).toEqual([0, ''])
  }
})

it('a session that ended is noticed when its component reappears', async () => {
  const Status = () => <p id="who">{useSession().status}</p>
  const host = await signedIn(
    <Tabs>
      <Status />
    </Tabs>,
  )
  await until(() => host.querySelector('#who')!.textContent === 'signed-in')
  await press(host, 'Switch')
  await world.options.storage!.remove('session')
  await press(host, 'Switch')
  await until(() => host.querySelector('#who')!.textContent === 'signed-out')
})
