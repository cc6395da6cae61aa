/** A user's way through the app, with passkeys of devices in software and the mailbox of the development server. */
import { createDevClient } from '@keywright/client/dev'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { formatEther, getAddress, type Hex, parseTransaction } from 'viem'
import { createClient, readSettings } from '../keywright.ts'

const FRIEND = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A browser of its own, with an empty passkey store. */
async function openDevice(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/')
  return page
}

async function signUp(page: Page): Promise<string> {
  await page.getByLabel('Name', { exact: true }).fill('Alice')
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click()
  return addressOn(page)
}

const addressOn = (page: Page) =>
  page
    .getByText(/^0x[\da-fA-F]{40}$/)
    .first()
    .innerText()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Proves that a mailbox is Alice's. */
async function enterCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill('typo@example.com')
  await press(page, 'Send a code')
  await expect(page.getByText('We sent a code to typo@example.com.')).toBeVisible()
  await press(page, 'Use another email')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Send a code')
  await page.getByLabel('Code').waitFor()
  const { inbox } = createDevClient({ baseUrl: readSettings('.env.server')('KEYWRIGHT_BASE_URL') })
  const [newest] = await inbox.list({ to: email, limit: 1 })
  await page.getByLabel('Code').fill(String(newest?.template['code']))
  await press(page, 'Continue')
}

test('signs up, signs, sends what was confirmed, and has a second wallet', async ({ browser }) => {
  const page = await openDevice(browser)
  const sent: Hex[] = []
  page.on('request', (request) => {
    const { method, params } = request.url().endsWith('/rpc') ? request.postDataJSON() : {}
    if (method === 'eth_sendRawTransaction') sent.push(params[0])
  })
  await signUp(page)
  await page.getByLabel('Message').fill('from the starter')
  await press(page, 'Sign')
  await expect(page.getByText(/^Verified: 0x[\da-f]{130}$/)).toBeVisible()

  await page.getByRole('textbox', { name: 'To', exact: true }).fill(FRIEND)
  const problem = page.getByRole('alert').filter({ hasText: /\w/ })
  await page.getByLabel('Amount in ETH').fill('-1')
  await press(page, 'Review payment')
  await expect(problem).toHaveText('The amount must be more than 0.')
  await page.getByLabel('Amount in ETH').fill('25')
  await press(page, 'Review payment')
  const confirmed = page.getByRole('region', { name: 'Payment', exact: true }).getByRole('definition')
  await expect(confirmed).toHaveText([FRIEND, '25 ETH', 'at most 0.0000462 ETH', 'Anvil (31337)'])
  expect(sent).toEqual([])
  await press(page, 'Confirm and send')
  await expect(problem).toHaveText('insufficient funds for transfer')
  await press(page, 'Cancel')
  await page.getByLabel('Amount in ETH').fill('2.5')
  await press(page, 'Review payment')
  await expect(confirmed.nth(1)).toHaveText('2.5 ETH')
  await press(page, 'Confirm and send')
  await expect(page.getByText(/^Sent: 0x[\da-f]{64}$/)).toBeVisible()
  await expect(page.getByText('has 7.5 ETH')).toBeVisible()
  const { to, value, chainId, gas = 0n, maxFeePerGas = 0n } = parseTransaction(sent.at(-1)!)
  expect([getAddress(to!), formatEther(value!), chainId]).toEqual([FRIEND, '2.5', 31_337])
  expect(formatEther(gas * maxFeePerGas)).toBe('0.0000462')

  await press(page, 'Create a wallet')
  await expect(page.getByText('has 10 ETH')).toBeVisible()
})

test('comes back on a second device by email, without the lost passkey', async ({ browser }) => {
  const email = `alice-${Date.now()}@example.com`
  const phone = await openDevice(browser)
  const address = await signUp(phone)
  await enterCode(phone, email)
  await expect(phone.getByText(email, { exact: true })).toBeVisible()

  const laptop = await openDevice(browser)
  await enterCode(laptop, email)
  expect(await addressOn(laptop)).toBe(address)
  await laptop.getByLabel('Name of this device').fill('Laptop')
  await press(laptop, 'Add a passkey of this device')
  await press(laptop, 'Remove Passkey')
  await expect(laptop.getByRole('listitem')).toHaveText(['Laptop Remove Laptop'])
  await press(laptop, 'Sign out')
  await press(laptop, 'Sign in with a passkey')
  expect(await addressOn(laptop)).toBe(address)

  await press(phone, 'Sign out')
  await press(phone, 'Sign in with a passkey')
  await expect(phone.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
})

test('asks to sign in again after the session', async ({ browser }) => {
  const page = await openDevice(browser)
  await page.clock.install()
  await page.goto('/')
  const address = await signUp(page)
  await page.clock.fastForward('15:01')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  // The server's clock did not move, and it rejects requests from the future.
  await page.clock.setSystemTime(Date.now())
  await press(page, 'Sign in with a passkey')
  expect(await addressOn(page)).toBe(address)
})

test('gives the page no key of the server', async ({ request }) => {
  const settings = await (await request.get('/keywright')).text()
  expect(settings).toContain(readSettings('.env.server')('KEYWRIGHT_ORGANIZATION_ID'))
  expect(settings).not.toContain(readSettings('.env.server')('KEYWRIGHT_API_PRIVATE_KEY'))
  const data = { methodName: 'signRawPayload', params: {} }
  expect((await request.post('/keywright', { data })).status()).toBe(403)
})

test('rejects emails whose text or link a visitor chose', async ({ request }) => {
  const contact = `mallory-${Date.now()}@example.com`
  const code = { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Wallet' }
  const statusOf = async (params: object) =>
    (await request.post('/keywright', { data: { methodName: 'initOtp', params } })).status()
  expect(await statusOf(code)).toBe(200)
  const server = createClient(readSettings('.env.server'))
  const { userId } = await server.whoami()
  const { activities } = await server.listActivities()
  const sent = activities.find(({ intent }) => JSON.stringify(intent).includes(contact))
  // With a root user's key, no policy would limit the server.
  expect(sent?.votes[0]?.userId).toBe(userId)
  const emailCustomization = { magicLinkTemplate: 'https://mallory.example/%s' }
  for (const member of [{ appName: 'Your bank' }, { emailCustomization }, { otpType: 'OTP_TYPE_SMS' }]) {
    expect(await statusOf({ ...code, ...member })).toBe(403)
  }
  expect(await statusOf({ parameters: code })).toBe(403)
})
