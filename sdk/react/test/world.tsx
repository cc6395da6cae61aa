/** A React application in happy-dom, against a complete Keywright and a proxy like a server's. */

import { type KeyStorage, memoryStorage } from '@keywright/browser'
import type { ClientSignature, InitOtpResultV3 } from '@keywright/client'
import { ApiKeyStamper, createClientSignature } from '@keywright/client/api-key'
import { sealOtp } from '@keywright/client/bundles'
import { createAuthenticator } from '@keywright/client/dev'
import { KeywrightServer } from '@keywright/client/server'
import { type Keywright, startKeywright } from '@keywright/testing'
import { act, type ReactNode, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, type Mock, vi } from 'vitest'
import { KeywrightProvider, type KeywrightProviderProps, useSession } from '../src/index.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const PROXY = 'https://app.example.com/keywright'
export const EMAIL = 'alice@example.com'
/** Links in emails. */
export const LINK = 'https://app.example.com/sign-in#%s'

export interface World {
  readonly options: KeywrightProviderProps
  readonly device: ReturnType<typeof createAuthenticator>
  /** Names of the calls that the page sent to the server. */
  readonly asked: string[]
}

export function createWorld(kw: Keywright, storage: KeyStorage = memoryStorage()): World {
  const server = new KeywrightServer({
    apiBaseUrl: kw.url,
    apiPublicKey: kw.apiKey.publicKey,
    apiPrivateKey: kw.apiKey.privateKey,
    defaultOrganizationId: kw.organizationId,
    fetch: kw.fetch,
    now: kw.clock.now,
  })
  const asked: string[] = []
  const proxy = server.fetchProxyHandler({
    allowedMethods: [
      'createSubOrganization',
      'listSuborgs',
      'listVerifiedSuborgs',
      'initOtp',
      'verifyOtp',
      'otpLogin',
      'oauthLogin',
      'emailAuth',
    ],
    messageTemplates: [LINK],
    authorize: ({ methodName }) => asked.push(methodName) > 0,
  })
  const device = createAuthenticator({ origin: 'https://app.example.com' })
  return {
    device,
    asked,
    options: {
      apiBaseUrl: kw.url,
      defaultOrganizationId: kw.organizationId,
      rpId: 'app.example.com',
      serverSignUrl: PROXY,
      signerPublicKey: kw.signerPublicKey,
      storage,
      credentials: device.credentials,
      fetch: (request) => (request.url === PROXY ? proxy(request) : kw.fetch(request)),
      now: kw.clock.now,
    },
  }
}

/** Proves `EMAIL` with a code. @returns members of `createSubOrganization` */
async function proveEmail(): Promise<{ verificationToken: string; clientSignature: ClientSignature }> {
  const sent = await kw.client.initOtp({ otpType: 'OTP_TYPE_EMAIL', contact: EMAIL, appName: 'Example' })
  const { otpId, otpEncryptionTargetBundle } = sent as unknown as InitOtpResultV3
  const code = String((await kw.inbox.latest({ to: EMAIL })).template['code'])
  const { signerPublicKey, organizationId } = kw
  const expected = { signerPublicKey, organizationId }
  const encryptedOtpBundle = await sealOtp(code, kw.apiKey.publicKey, otpEncryptionTargetBundle, expected)
  const { verificationToken } = await kw.client.verifyOtp({ otpId, encryptedOtpBundle })
  const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = kw.apiKey
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey })
  const signup = { email: EMAIL }
  return {
    verificationToken,
    clientSignature: await createClientSignature(stamper, verificationToken, { signup }),
  }
}

export let kw: Keywright
export let world: World

/** Sets `kw` and `world` for each test of a file, and cleans up after it. */
export function setUp(): void {
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
    vi.unstubAllGlobals()
    await kw.reset()
  })
}

/** Creates the organization of a user who has proven `EMAIL`. */
export const alice = async (oauthProviders: { providerName: string; oidcToken: string }[] = []) =>
  kw.client.createSubOrganization({
    subOrganizationName: 'alice',
    rootUsers: [{ userName: 'alice', userEmail: EMAIL, apiKeys: [], authenticators: [], oauthProviders }],
    rootQuorumThreshold: 1,
    ...(await proveEmail()),
  })

const Who = () => <p id="who">{useSession().status}</p>

/** Renders `view` and the status of the session, which has been read. */
export async function page(view: ReactNode, options = world.options) {
  const shown = await show(
    <>
      {view}
      <Who />
    </>,
    options,
  )
  await until(() => shown.host.querySelector('#who')?.textContent !== 'loading')
  return shown
}

export const isSignedIn = (host: HTMLElement) =>
  until(() => host.querySelector('#who')!.textContent === 'signed-in')

/** Signs Alice up in the form. */
export async function signUp(host: HTMLElement): Promise<void> {
  await fill(host, 'Name', 'Alice')
  await press(host, 'Sign up with a passkey')
}

const mounted: (() => Promise<void>)[] = []

/** Renders `view` in strict mode. */
export async function show(view: ReactNode, options: KeywrightProviderProps, html = '') {
  const host = document.body.appendChild(document.createElement('main'))
  host.innerHTML = html
  const tree = (
    <StrictMode>
      <KeywrightProvider {...options}>{view}</KeywrightProvider>
    </StrictMode>
  )
  const errors: unknown[] = []
  const root = await act(async () => {
    if (html) return hydrateRoot(host, tree, { onRecoverableError: (error) => void errors.push(error) })
    const fresh = createRoot(host)
    fresh.render(tree)
    return fresh
  })
  const leave = async () => {
    await act(async () => root.unmount())
    host.remove()
  }
  mounted.push(leave)
  return { host, errors, leave }
}

async function leaveAll(): Promise<void> {
  for (const leave of mounted.splice(0)) await leave()
}

/** Polls until `what` returns a value, up to the test's timeout. */
export async function until<T>(what: () => T | null | undefined | false): Promise<T> {
  for (;;) {
    const found = what()
    if (found) return found
    await act(async () => new Promise((done) => setTimeout(done, 5)))
  }
}

/** Waits until every promise that a spy has returned is settled, also those of calls in between. */
export async function allSettled({ mock }: Mock): Promise<void> {
  for (let known = -1; known !== mock.results.length; ) {
    known = mock.results.length
    await act(async () => void (await Promise.allSettled(mock.results.map(({ value }) => value))))
  }
}

export async function fill(host: HTMLElement, label: string, value: string): Promise<void> {
  const input = byLabel(host, label)
  await act(async () => {
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export function byLabel(host: HTMLElement, label: string): HTMLInputElement {
  const found = [...host.querySelectorAll('label')].find((one) => one.textContent === label)
  if (!found) throw new Error(`no field with label ${label} in ${host.innerHTML}`)
  return document.getElementById(found.htmlFor) as HTMLInputElement
}

export function button(host: HTMLElement, text: string): HTMLButtonElement {
  const found = [...host.querySelectorAll('button')].find((one) => one.textContent === text)
  if (!found) throw new Error(`no button with text ${text} in ${host.innerHTML}`)
  return found
}

export const press = (host: HTMLElement, text: string): Promise<void> =>
  act(async () => {
    button(host, text).focus()
    button(host, text).click()
  })

export const said = (host: HTMLElement, role: 'status' | 'alert') =>
  [...host.querySelectorAll(`[role=${role}]`)].map((one) => one.textContent).join('')
