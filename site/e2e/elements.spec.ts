/** Every interactive element, tried once in a browser at phone width, where authors see them all: `/markdown-page`. */
import type { Locator } from '@playwright/test'
import { findViolationsInBothModes } from './support/axe.ts'
import { expect, test, visit } from './support/test.ts'

type Try = (element: Locator) => Promise<void>

/** Presses a button by keyboard, and waits for words. */
const pressing =
  (button: string, words: string | RegExp): Try =>
  async (element) => {
    await element.getByRole('button', { name: button, exact: true }).press('Enter')
    await expect(element).toContainText(words)
  }

/** Chooses from a list, and waits for words. */
const choosing =
  (label: string, option: string, words: string | RegExp): Try =>
  async (element) => {
    await element.getByLabel(label, { exact: true }).selectOption({ label: option })
    await expect(element).toContainText(words)
  }

/** Many entries have such a button; one is enough. */
const firstCaused: Try = async (element) => {
  await element.getByRole('button', { name: 'Cause it', exact: true }).first().press('Enter')
  await expect(element.getByLabel('Answer', { exact: true }).first()).toContainText('errorCode')
}

const TRIES: Readonly<Record<string, Try>> = {
  'One activity, step by step': pressing('Next: Alice asks for a wallet “Treasury”', 'CONSENSUS_NEEDED'),
  'Where to start': choosing('I build', 'a service that signs by itself', 'Sign-in: API key'),
  'Custody models, tried': pressing('Try who can do what', 'Your service: change the quorum'),
  'Quorum simulator': pressing('Let the engine try it', 'ACTIVITY_STATUS_COMPLETED with 2 of 2 approvals'),
  'Shares of a demo secret': pressing('Re-share this one', 'Use old share 1'),
  'Vote verifier': pressing('Record two votes in the sandbox', 'All votes hold.'),
  'Try a passkey': pressing('Create a passkey', 'The engine verified the attestation'),
  'Passkey options': pressing('Create with these', 'the attestation is verified, and the passkey registered'),
  'ID tokens, checked': pressing('Mint, and sign in', 'Signed in.'),
  'The sign-in email': pressing('Send the email', 'Sign in to Acme'),
  'What is stored': pressing('Read the database of this page’s sandbox', 'ciphertext sealedEntropy'),
  'Command line': async (element) => {
    const line = element.getByRole('textbox')
    await line.fill('wallets cr')
    await line.press('Tab')
    await expect(line).toHaveValue('wallets create ')
    await line.pressSequentially('Savings')
    await line.press('Enter')
    await expect(element.getByRole('log')).toContainText(/0x[0-9a-fA-F]{40}/)
  },
  'Address explorer': pressing('Random phrase', /0x[0-9a-fA-F]{40}/),
  'Bundle decoder': pressing('Make a bundle', 'Opened.'),
  'Inbox of the sandbox': pressing('Code by email', /\b\d{6}\b/),
  'Error explorer': firstCaused,
  'Limits meter': pressing('Count in the sandbox', 'Make more of'),
  'Query explorer': pressing('Run the query', '"status": "ACTIVITY_STATUS_COMPLETED"'),
  'Session clock': pressing('Open sessions', 'alive'),
  'Signature verifier': pressing('Change the payload', 'Not verified.'),
  'Stamp inspector': pressing('Change the body', 'Refused.'),
  'Transaction decoder': choosing('Chain', 'Solana', 'True.'),
  'Webhook verifier': pressing('Capture a delivery', 'It is from this server, new, and unchanged.'),
}

test('each does its work, fits a phone, and is accessible in both colour modes', async ({ page, watch }) => {
  // All of them in one visit: a page for each would cost the suite more than what they do.
  test.slow()
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visit(page, '/markdown-page')
  for (const [title, tryIt] of Object.entries(TRIES)) {
    await test.step(title, async () => {
      await page
        .locator('.element-place')
        .filter({ has: page.getByText(title, { exact: true }) })
        .scrollIntoViewIfNeeded()
      await tryIt(page.getByRole('region', { name: title, exact: true }))
    })
  }
  expect.soft(await findViolationsInBothModes(page), 'accessibility').toEqual([])
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('.element-body')]
      .filter((body) => body.scrollWidth > body.clientWidth)
      .map((body) => body.previousElementSibling!.textContent),
  )
  expect.soft(wide, 'elements that scroll sideways').toEqual([])
  expect.soft(watch.complaints(), 'complaints').toEqual([])
})
