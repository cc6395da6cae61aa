// @vitest-environment happy-dom
/** What a reader presses in each element, and what it shows then: over the sandbox in this process. */
import { openapi } from '@keywright/contract/reference'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buttonNamed, click, fill, press, until } from '../ui/testing.ts'
import { openWorkbench } from './kit/workbench.ts'
import { openElement } from './testing/openElement.tsx'

vi.mock('../sandbox/pageSandbox.ts', () => import('./testing/inProcess.ts'))

// The engine takes its time to load, once.
beforeAll(async () => void (await openWorkbench()))

let host: HTMLElement
const open = async (id: string, chosen?: Readonly<Record<string, string>>) => {
  host = await openElement(id, chosen)
}
const pressing = async (name: string) => click(await until(() => buttonNamed(name)))
const shows = (words: string) => until(() => host.textContent!.includes(words))
const verdict = () => host.querySelector('.element-verdict')?.textContent ?? ''
const rows = () => [...host.querySelectorAll('.element-result')].map(({ textContent }) => textContent!)

describe('activity-timeline', () => {
  beforeEach(() => open('activity-timeline'))

  it('steps to the end, and once more', async () => {
    await pressing('Next: Alice asks for a wallet “Treasury”')
    await pressing('Next: Bob approves')
    await shows('COMPLETED Bob approves')
    expect(rows()[1]).toContain('Votes: Alice approved, Bob approved.')
    await pressing('Once more')
    expect(rows()).toEqual([])
  })

  it('says why the activity failed', async () => {
    await fill('How it ends', 'fail')
    for (let step = 1; step <= 3; step++) {
      await click(await until(() => buttonNamed(/^Next: /)))
      await until(() => rows().length === step)
    }
    expect(rows()[2]).toMatch(/FAILED.*Why: /)
  })
})

describe('auth-chooser', () => {
  it('answers at each choice, with links', async () => {
    await open('auth-chooser')
    await fill('I build', 'bot')
    expect(rows()[1]).toContain('Sign-in: API key')
    expect([...host.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toContain(
      '/signing-automation/overview',
    )
  })
})

describe('custody-switcher', () => {
  it('tries a model, and forgets it for another', async () => {
    await open('custody-switcher')
    await pressing('Try who can do what')
    await until(() => rows().length === 8)
    expect(rows().filter((row) => row.includes('Your service: sign'))).toEqual([expect.stringMatching(/no/)])
    await fill('Model', 'business')
    expect(rows()).toEqual([])
    expect(host.textContent).toContain('"rootQuorumThreshold": 1')
  })

  it('leaves the configuration out where it is compact', async () => {
    await open('custody-switcher', { compact: 'true', model: 'shared' })
    expect(host.textContent).not.toContain('rootQuorumThreshold')
    expect(verdict()).toContain('Both together:')
  })
})

describe('quorum-simulator', () => {
  it('says what the keys are enough for, and lets the engine try', async () => {
    await open('quorum-simulator')
    expect(verdict()).toContain('safe:')
    await fill('Key of user 1', 'stolen')
    await fill('Key of user 2', 'stolen')
    expect(verdict()).toContain('taken:')
    await pressing('Let the engine try it')
    await shows('ACTIVITY_STATUS_COMPLETED with 2 of 2 approvals')
    await fill('Threshold', '3')
    expect(verdict()).toContain('locked:')
    expect(rows()).toEqual([])
  })
})

describe('shamir-lab', () => {
  beforeEach(() => open('shamir-lab'))

  it('names the share that was mistyped', async () => {
    await shows('The secret is there:')
    await click(buttonNamed('Mistype a letter')!)
    await shows('No secret:')
  })

  it('keeps the old shares after a re-share', async () => {
    await shows('The secret is there:')
    await pressing('Re-share this one')
    await shows('Use old share 1')
    expect(verdict()).toContain('The secret is there:')
  })
})

describe('error-explorer', () => {
  const entryOf = async (code: string) => {
    await fill('Find by text, code or call', code)
    return until(() => host.querySelector('legend')?.textContent === code && host.querySelector('fieldset'))
  }
  beforeEach(async () => {
    vi.stubGlobal('fetch', async () => Response.json(openapi()))
    await open('error-explorer')
    await until(() => host.querySelector('fieldset'))
    return () => vi.unstubAllGlobals()
  })

  it('sends the request, and shows a long one by its beginning', async () => {
    await entryOf('WORK_LIMIT_EXCEEDED')
    await pressing('Cause it')
    await until(() => verdict().startsWith('400 the request asks for more than'))
    expect(host.querySelector('[aria-label="Request"]')!.textContent).toMatch(
      /^POST [\s\S]{2000,2200}characters\)$/,
    )
  })

  it('says of an activity that failed what it failed of', async () => {
    await entryOf('RESOURCE_CHANGED')
    await pressing('Cause it')
    await until(() => /^200 user .* changed or was deleted/.test(verdict()))
  })

  it('has a reason in place of a button where only a server answers', async () => {
    const entry = await entryOf('SEALED')
    expect(entry.textContent).toContain('No page can cause this one: a server waits')
    expect(entry.querySelector('button')).toBeNull()
  })
})

describe('vote-verifier', () => {
  it('verifies recorded votes, and finds an edited request', async () => {
    await open('vote-verifier')
    await pressing('Record two votes in the sandbox')
    await shows('All votes hold.')
    await pressing('Edit the request')
    await shows('Not as voted: 2 checks do not hold.')
    await fill('Record: an activity as get_activity answers it', 'no record')
    await shows('The record is not JSON.')
  })
})

describe('webhook-verifier', () => {
  it('verifies a delivery and its replay, and refuses a changed one', async () => {
    await open('webhook-verifier')
    await pressing('Capture a delivery')
    await shows('Verified.')
    await pressing('Mark as handled')
    expect(verdict()).toContain('Refused:')
    await pressing('Change the body')
    expect(rows()[2]).toContain('failed')
    await fill('Keys: the JSON Web Key set of the server', '{')
    await shows('This is no JSON Web Key set.')
  })
})

describe('passkey-demo', () => {
  it('makes a passkey, and signs a request with it', async () => {
    await open('passkey-demo')
    await pressing('Create a passkey')
    await shows('Registered.')
    await pressing('Sign a request')
    await shows('the engine answered that this is Alice.')
    expect(rows()).toHaveLength(5)
    await fill('residentKey', 'discouraged')
    await pressing('Create a passkey')
    await pressing('Sign a request')
    await shows('No signature:')
  })

  it('says that this browser has no passkeys', async () => {
    await open('passkey-demo', { compact: 'true' })
    await fill('Authenticator', 'own')
    await pressing('Create a passkey')
    await shows('this browser or page cannot use passkeys')
  })
})

describe('passkey-options-builder', () => {
  it('warns, writes code, and tells what engine and authenticator refuse', async () => {
    await open('passkey-options-builder')
    await fill('pubKeyCredParams', '-8 -7')
    expect(rows()[0]).toContain('Mind: The engine does not take EdDSA')
    await pressing('Create with these')
    await shows('refused Engine')
    await fill('rp.id', 'example.org')
    expect(host.textContent).toContain("rp: { id: 'example.org', name: 'Example' }")
    await pressing('Create with these')
    await shows('PASSKEY_RP_ID_MISMATCH')
    await fill('timeout, milliseconds', 'soon')
    expect(host.textContent).toContain('A whole number of milliseconds.')
  })
})

describe('oidc-inspector', () => {
  it('signs in with a token, and refuses one that was changed', async () => {
    await open('oidc-inspector')
    await pressing('Mint, and sign in')
    await shows('Signed in.')
    await pressing('Change a claim in it')
    await pressing('Sign in with this token')
    await shows('Refused:')
    expect(rows()[3]).toContain('failed')
    await fill('ID token', 'no token')
    await shows('This is no JSON Web Token.')
  })
})

describe('email-preview', () => {
  it('shows the mail, and what the engine refuses', async () => {
    await open('email-preview')
    await fill('appName', 'Harbour')
    await pressing('Send the email')
    await shows('Sign in to Harbour')
    await fill('magicLinkTemplate', 'https://app.example.com/')
    await pressing('Send the email')
    await shows('It did not work:')
  })
})

describe('storage-viewer', () => {
  it('marks ciphertext, and opens it with the root secret alone', async () => {
    await open('storage-viewer')
    await pressing('Read the database of this page’s sandbox')
    await shows('ciphertext sealedEntropy')
    expect(verdict()).toMatch(/: 0 of \d+ rows have it/)
    await fill('Table', 'users')
    expect(host.textContent).not.toContain('ciphertext')
  })
})

describe('cli-terminal', () => {
  beforeEach(() => open('cli-terminal'))
  const field = () => host.querySelector('input')!

  it('runs a command, completes words, and brings earlier lines back', async () => {
    await pressing('whoami')
    await shows('Interactive elements')
    await until(() => buttonNamed('Enter'))
    await fill('$ npx keywrightCommand', 'wallets cr')
    await press(field(), 'Tab')
    await until(() => field().value === 'wallets create ')
    await press(field(), 'ArrowUp')
    expect(field().value).toBe('whoami')
  })

  it('prints what is wrong with a line', async () => {
    await fill('$ npx keywrightCommand', 'sign "open')
    await pressing('Enter')
    await shows('error: the quote " is not closed')
  })
})
