// @vitest-environment happy-dom
/** Flows of two steps that end between the steps: nothing is lost, and nothing happens twice. */
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import {
  alice,
  byLabel,
  EMAIL,
  fill,
  isSignedIn,
  kw,
  page,
  press,
  setUp,
  show,
  signUp,
  until,
  world,
} from '../test/world.tsx'
import { OtpSignIn, SignUp, useOtpSignIn } from './index.ts'

setUp()

const newestCode = async () => String((await kw.inbox.latest({ to: EMAIL })).template['code'])

async function sendCode() {
  const { host, leave } = await page(<OtpSignIn appName="Example" />)
  await fill(host, 'Email', EMAIL)
  await press(host, 'Send a code')
  await until(() => host.querySelector('[name=code]'))
  await leave()
}

it('a sign-up whose form disappeared during the second prompt continues in the next form', async () => {
  const get = (options?: CredentialRequestOptions) =>
    new Promise<never>((_, reject) =>
      options!.signal!.addEventListener('abort', () => reject(options!.signal!.reason)),
    )
  const prompting = vi.fn(get)
  const credentials = { ...world.device.credentials, get: prompting } as never
  const first = await page(<SignUp withEmail={false} />, { ...world.options, credentials })
  await signUp(first.host)
  await until(() => prompting.mock.calls.length)
  await first.leave()
  const onDone = vi.fn()
  const { host } = await page(<SignUp withEmail={false} onDone={onDone} />)
  await signUp(host)
  await isSignedIn(host)
  const { organizationIds } = await kw.client.listSuborgs()
  expect([organizationIds.length, world.device.passkeys.length]).toEqual([1, 1])
  await until(() => onDone.mock.calls.length)
  expect(onDone).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ organizationId: organizationIds[0] }),
  )
})

describe('a page that was opened again after a code was sent', () => {
  it('asks for the code, without taking the focus, and signs in', async () => {
    await alice()
    await sendCode()
    const { host } = await page(<OtpSignIn appName="Example" />)
    await until(() => host.querySelector('[name=code]'))
    expect(document.activeElement).toBe(document.body)
    await fill(host, 'Code', await newestCode())
    await press(host, 'Sign in')
    await isSignedIn(host)
  })

  it('can send another code', async () => {
    await alice()
    await sendCode()
    const { host } = await page(<OtpSignIn appName="Example" />)
    await until(() => host.querySelector('[name=code]'))
    await press(host, 'Send another code')
    expect(document.activeElement).toBe(byLabel(host, 'Email'))
    const before = await newestCode()
    await fill(host, 'Email', EMAIL)
    await press(host, 'Send a code')
    await until(() => host.querySelector('[name=code]'))
    const code = await newestCode()
    expect(code).not.toBe(before)
    await fill(host, 'Code', code)
    await press(host, 'Sign in')
    await isSignedIn(host)
  })

  it('asks for the code in the form of its type', async () => {
    await sendCode()
    const { host } = await page(
      <>
        <OtpSignIn appName="Example" otpType="OTP_TYPE_SMS" labels={{ contact: 'Phone' }} />
        <OtpSignIn appName="Example" />
      </>,
    )
    await until(() => host.querySelector('[name=code]'))
    expect(byLabel(host, 'Phone').type).toBe('tel')
  })

  it('asks for the address after the code has expired', async () => {
    await sendCode()
    await kw.clock.advance(300_000)
    const read = vi.spyOn(world.options.storage!, 'get')
    const { host } = await page(<OtpSignIn appName="Example" />)
    await until(() => read.mock.calls.some(([name]) => name === 'otp'))
    await act(async () => void (await Promise.all(read.mock.results.map(({ value }) => value))))
    expect(byLabel(host, 'Email').value).toBe('')
  })
})

it('a code can be entered after a later step failed', async () => {
  await alice()
  let isOffline = false
  const fetch = async (request: Request) => {
    const { methodName } = await request.clone().json()
    if (isOffline && methodName === 'otpLogin') throw new TypeError('offline')
    return world.options.fetch!(request)
  }
  let otp: ReturnType<typeof useOtpSignIn>
  function Host() {
    otp = useOtpSignIn()
    return null
  }
  await show(<Host />, { ...world.options, fetch })
  await act(() => otp.send.run({ contact: EMAIL, appName: 'Example' }))
  expect(otp!.challenge).toMatchObject({ contact: EMAIL })
  const code = await newestCode()
  isOffline = true
  await act(() => otp.verify.run(code))
  expect(otp!.verify).toMatchObject({ status: 'failed', error: { code: 'UNREACHABLE' } })
  isOffline = false
  await act(() => otp.verify.run(code))
  expect(otp!.verify.status).toBe('done')
})
