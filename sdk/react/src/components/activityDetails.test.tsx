// @vitest-environment happy-dom
/** What approvers see of a request, from a real activity. */
import type { Activity } from '@keywright/client'
import axe from 'axe-core'
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { kw, press, said, setUp, show, signUp, until, world } from '../../test/world.tsx'
import { ActivityDetails, type ActivityDetailsProps, SignUp, useKeywright, useWallets } from '../index.ts'

setUp()

const TOKEN = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
const RECIPIENT = '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25'
/** Sends 0.5 ether to TOKEN and calls `transfer(RECIPIENT, 1500000)`, with nonce 7. */
const TRANSFER =
  '02f870010701847735940082ea60946fac4d18c912343bf86fa7049364dd4e424ab9c08806f05b59d3b20000b844a9059cbb00000000000000000000000058a57ed9d8d624cbd12e2c467d34787555bb1b25000000000000000000000000000000000000000000000000000000000016e360c0'
const ABI = JSON.stringify([
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
])

const partOf = (host: HTMLElement, part: string) => host.querySelector(`[data-part=${part}]`)

/** The terms and values of a part. */
const membersOf = (element: Element | null) =>
  Object.fromEntries(
    [...element!.querySelectorAll(':scope > dl > div')].map((row) => [
      row.querySelector('dt')!.textContent,
      row.querySelector('dd')!.textContent,
    ]),
  )

/** Signs up, and shows the last activity of the user's organization. */
async function shown(
  props: Partial<ActivityDetailsProps> = {},
  hasInterface = true,
  options = world.options,
) {
  function Page() {
    const { keywright } = useKeywright()
    const wallets = useWallets()
    const [activity, setActivity] = useState<Activity>()
    const sign = async () => {
      const client = (await keywright.currentUserSession())!
      if (hasInterface) {
        await client.createSmartContractInterface({
          smartContractAddress: TOKEN,
          smartContractInterface: ABI,
          type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
          label: 'Test USD',
        } as never)
      }
      const { activity: signed } = await client.signTransaction({
        signWith: wallets.status === 'ready' ? wallets.wallets[0]!.accounts[0]!.address : '',
        unsignedTransaction: TRANSFER,
        type: 'TRANSACTION_TYPE_ETHEREUM',
      })
      setActivity((await client.getActivity({ activityId: signed.id })).activity)
    }
    return (
      <>
        <SignUp withEmail={false} />
        {wallets.status === 'ready' && (
          <button type="button" onClick={sign}>
            Sign
          </button>
        )}
        {activity && <ActivityDetails activity={activity} {...props} />}
      </>
    )
  }
  const { host } = await show(<Page />, options)
  await signUp(host)
  await until(() => [...host.querySelectorAll('button')].some(({ textContent }) => textContent === 'Sign'))
  await press(host, 'Sign')
  return until(() => host.querySelector<HTMLElement>('[data-keywright=activity][aria-busy=false]'))
}

it('shows recipient, amount, fee, chain and the decoded call', async () => {
  const details = await shown()
  expect(membersOf(partOf(details, 'transfer'))).toEqual({ Recipient: TOKEN, Amount: '0.5 ether' })
  expect(membersOf(partOf(details, 'call'))).toMatchObject({
    Contract: 'Test USD',
    Address: TOKEN.toLowerCase(),
    Function: 'transfer',
    to: RECIPIENT.toLowerCase(),
    amount: '1500000',
  })
  expect(details.textContent).toContain('Feeat most 0.00012 ether')
  expect(details.textContent).toContain('Chain1')
  expect(membersOf(partOf(details, 'details'))).toMatchObject({ nonce: '7' })
  expect([said(details, 'alert'), said(details, 'status')]).toEqual(['', ''])
  const { violations } = await axe.run(details, {
    rules: {
      'color-contrast': { enabled: false },
      region: { enabled: false },
      'heading-order': { enabled: false },
    },
  })
  expect(violations).toEqual([])
})

it('uses the interfaces that it is given, and loads none', async () => {
  const asked: string[] = []
  const fetch = (request: Request) => {
    asked.push(request.url)
    return world.options.fetch!(request)
  }
  const given = { smartContractAddress: TOKEN, smartContractInterface: ABI, label: 'Given' }
  const interfaces = [{ ...given, type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' }] as never
  const details = await shown({ interfaces }, false, { ...world.options, fetch })
  expect(membersOf(partOf(details, 'call'))).toMatchObject({ Contract: 'Given', Function: 'transfer' })
  expect(asked.filter((url) => url.endsWith('/list_smart_contract_interfaces'))).toEqual([])
})

it('shows the call data if no interface describes the contract', async () => {
  const details = await shown({}, false)
  expect(partOf(details, 'call')).toBeNull()
  expect(membersOf(partOf(details, 'details'))['data']).toMatch(/^0xa9059cbb/)
})

it('reports interfaces that cannot be loaded, and shows the rest', async () => {
  const { fetch: send } = world.options
  const fetch = (request: Request) =>
    request.url.endsWith('/list_smart_contract_interfaces')
      ? Promise.resolve(Response.json({ code: 7, message: 'no', details: [] }, { status: 403 }))
      : send!(request)
  const details = await shown({ labels: { errors: { other: '§' } } }, true, { ...world.options, fetch })
  expect(said(details, 'alert')).toBe('§')
  expect(membersOf(partOf(details, 'transfer'))).toMatchObject({ Recipient: TOKEN })
})

it('shows the parameters of any other activity, and replaces every text', async () => {
  const activity = {
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    organizationId: kw.organizationId,
    intent: { createWalletIntent: { walletName: 'Treasury', accounts: [{ path: 'm/0' }] } },
  } as const
  const labels = { parameters: '1', type: '2', status: '3' }
  const { host } = await show(
    <ActivityDetails activity={activity} interfaces={[]} labels={labels} />,
    world.options,
  )
  const part = await until(() => partOf(host, 'parameters'))
  expect(membersOf(part)).toEqual({ walletName: 'Treasury', 'accounts.0.path': 'm/0' })
  expect(host.textContent).toMatch(
    /^2ACTIVITY_TYPE_CREATE_WALLET3ACTIVITY_STATUS_CONSENSUS_NEEDED1walletName/,
  )
})

it('never shows one activity as another', async () => {
  const of = (walletName: string) =>
    ({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      organizationId: kw.organizationId,
      intent: { createWalletIntent: { walletName } },
    }) as const
  const both = [of('First'), of('Second')]
  function Page() {
    const [index, setIndex] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setIndex(1)}>
          Next
        </button>
        <ActivityDetails activity={both[index]!} />
      </>
    )
  }
  const { host } = await show(<Page />, world.options)
  await until(() => host.textContent!.includes('First'))
  act(() => host.querySelector('button')!.click())
  expect(host.textContent).not.toContain('First')
  await until(() => host.textContent!.includes('Second'))
})
