/** Contract calls on the command line: interfaces by name, and what an approver sees. */
import { wellKnownInterfaces } from '@keywright/keys'
import { Interface, Transaction } from 'ethers'
import { beforeAll, expect, it } from 'vitest'
import { hostWith, withDevServer } from '../test/devServer.ts'
import { commands } from './commands.ts'

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const SHOP = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

withDevServer()
let address: string
beforeAll(async () => {
  address = (await run('wallets', 'create', 'calls', '--json')).json<{ addresses: string[] }>().addresses[0]!
  expect((await run('interfaces', 'add', 'erc20', TOKEN, '--label', 'Test dollar')).exitCode).toBe(0)
})
const run = (...words: string[]) => hostWith().run(...words)

/** Signs a call of a contract. @returns what `activities show` shows of the transaction */
async function shownCall(to: string, data: string): Promise<Record<string, unknown>> {
  const { unsignedSerialized } = Transaction.from({
    to,
    data,
    chainId: 1n,
    gasLimit: 60_000n,
    maxFeePerGas: 1n,
  })
  const parameters = {
    signWith: address,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: unsignedSerialized.slice(2),
  }
  const signed = await run('request', 'sign_transaction', JSON.stringify(parameters), '--json')
  const { id } = signed.json<{ activity: { id: string } }>().activity
  const { out } = await run('activities', 'show', id)
  return JSON.parse(/\ntransaction\n(.*?)\n\S/s.exec(out)![1]!)
}

const transfer = new Interface(['function transfer(address to, uint256 amount)']).encodeFunctionData(
  'transfer',
  [SHOP, 2n ** 255n],
)

it('shows function and arguments of a call that an interface describes', async () => {
  expect(await shownCall(TOKEN, transfer)).toMatchObject({
    transfers: [{ to: TOKEN, amount: '0 ether' }],
    calls: [
      {
        contract: 'Test dollar',
        function: 'transfer',
        arguments: { to: SHOP.toLowerCase(), amount: String(2n ** 255n) },
      },
    ],
    details: { data: transfer },
  })
})

it('shows no call without an interface', async () => {
  expect(await shownCall(SHOP, transfer)).toMatchObject({ calls: [] })
})

it('offers every well-known interface, and the server accepts each', async () => {
  const names = Object.keys(wellKnownInterfaces)
  const { arguments: [name] = [] } = commands.find((command) => command.name === 'interfaces add')!
  expect(name!.choices).toEqual(names)
  for (const [n, each] of names.entries()) {
    const isProgram = wellKnownInterfaces[each as 'erc20'].smartContractAddress !== undefined
    const address = isProgram ? [] : [`0x${String(n + 1).padStart(40, '0')}`]
    const { exitCode, err } = await run('interfaces', 'add', each, ...address)
    expect([each, err, exitCode]).toEqual([each, '', 0])
  }
})

it('warns about an argument that no stored interface has', async () => {
  const listed = await run('request', 'list_smart_contract_interfaces', '--json')
  const check = (argument: string, interfaces: string) =>
    hostWith({
      files: { 'i.json': interfaces },
      input: `eth.tx.contract_call_args['${argument}'] <= 100`,
    }).run('policy', 'check', '-', '--interfaces', 'i.json')
  expect((await check('amuont', listed.out)).out).toMatch(/no stored interface.*`amuont`.*\n.*`amount`/s)
  expect((await check('amount', listed.out)).out).not.toContain('no stored interface')
  for (const text of ['', '[]', '{"smartContractInterfaces":[{"type":"x","smartContractInterface":"y"}]}'])
    expect((await check('amount', text)).exitCode).toBe(2)
})
