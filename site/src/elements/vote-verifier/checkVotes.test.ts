// @vitest-environment happy-dom

import { KeywrightClient } from '@keywright/client'
import { createAuthenticator } from '@keywright/dev-client'
import { createPasskey, WebauthnStamper } from '@keywright/webauthn-stamper'
import { beforeAll, expect, test } from 'vitest'
import type { Workbench } from '../kit/workbench.ts'
import { openTestWorkbench } from '../testing/testWorkbench.ts'
import { checkVotes, readActivity, SPOILS } from './checkVotes.ts'
import { makeRecord } from './record.ts'

let bench: Workbench
let record: string
beforeAll(async () => {
  bench = await openTestWorkbench()
  record = await makeRecord(bench)
})

const failuresOf = async (activity: Parameters<typeof checkVotes>[0]) =>
  (await checkVotes(activity)).flatMap(({ checks }, n) =>
    checks.flatMap(({ holds }, check) => (holds ? [] : [`vote ${n + 1} check ${check + 1}`])),
  )

test('votes of the engine hold', async () => {
  expect((await checkVotes(readActivity(record))).map(({ voter }) => voter)).toEqual(['Alice', 'Bob'])
  expect(await failuresOf(readActivity(record))).toEqual([])
})

test.each([
  ['Edit the request', ['vote 1 check 1', 'vote 1 check 3']],
  ['Move the votes elsewhere', ['vote 1 check 3', 'vote 2 check 3']],
  ['Give the vote to another', ['vote 1 check 2', 'vote 2 check 2']],
  ['Swap a signature', ['vote 2 check 1']],
])('%s is found', async (label, failures) => {
  const [, spoil] = SPOILS.find(([name]) => name === label)!
  expect(await failuresOf(spoil(readActivity(record)))).toEqual(failures)
})

test('a vote by passkey holds, and of another message does not', async () => {
  const { credentials } = createAuthenticator()
  const rp = { id: 'app.example.com', name: 'Example' }
  const passkey = await createPasskey({
    authenticatorName: 'Phone',
    rp,
    user: { name: 'alice' },
    credentials,
  })
  const rootUsers = [{ userName: 'Alice', apiKeys: [], authenticators: [passkey], oauthProviders: [] }]
  const { subOrganizationId: organizationId } = await bench.client.createSubOrganization({
    subOrganizationName: 'Alice',
    rootUsers,
    rootQuorumThreshold: 1,
  })
  const { sandbox } = bench
  const alice = new KeywrightClient(
    { baseUrl: sandbox.url, organizationId, fetch: (request) => sandbox.fetch(request) },
    new WebauthnStamper({ rpId: rp.id, credentials }),
  )
  const { activity } = await alice.createWallet({ walletName: 'Treasury', accounts: [] })
  expect(await failuresOf(activity)).toEqual([])
  expect(await failuresOf(SPOILS[0]![1](activity))).toEqual(['vote 1 check 1', 'vote 1 check 3'])
})

test.each([
  ['', 'not JSON'],
  ['{}', 'no `fingerprint`'],
  ['{"fingerprint":"sha256:00","votes":[]}', 'no `votes`'],
  ['{"fingerprint":"sha256:00","votes":[{}]}', 'Vote 1 lacks'],
])('says what %j is not', (text, message) => expect(() => readActivity(text)).toThrow(message))

test('says that a secret is withheld', async () => {
  const [asked, ...others] = readActivity(record).votes
  const message = asked!.message.replace('Treasury', '[withheld]')
  const activity = { ...readActivity(record), votes: [{ ...asked!, message }, ...others] }
  expect((await checkVotes(activity))[0]!.checks[0]!.found).toContain('only the submitter sees it whole')
})
