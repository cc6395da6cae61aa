/** `npm start`: serves payouts, and takes up the ones that an earlier run left. */
import { type Address, createPublicClient, custom, http } from 'viem'
import { createDevChain } from '../dev/chain.ts'
import { createClient, readSettings, run } from '../keywright.ts'
import { serve } from './http.ts'
import { createPayouts } from './payouts.ts'
import { CHAIN_ID } from './rules.ts'
import { openStore } from './store.ts'
import { createWebhookCheck } from './webhook.ts'

await run(async () => {
  const setting = readSettings('.env.service')
  const { RPC_URL } = process.env
  const client = createClient(setting)
  await client.whoami()
  const transport = RPC_URL ? http(RPC_URL) : custom(createDevChain('.chain.json'))
  const chain = createPublicClient({ transport })
  const chainId = await chain.getChainId()
  if (chainId !== CHAIN_ID) throw new Error(`The node is of chain ${chainId}, src/rules.ts of ${CHAIN_ID}`)
  const payouts = createPayouts({
    client,
    chain,
    store: openStore('payouts.json'),
    direct: setting('PAYOUTS_DIRECT') as Address,
    reviewed: setting('PAYOUTS_REVIEWED') as Address,
  })
  // One payout that the node rejects must not keep the service from starting.
  for (const { id } of payouts.list()) await payouts.advance(id).catch(console.error)
  const check = createWebhookCheck(setting('KEYWRIGHT_BASE_URL'))
  const { url } = await serve(
    { payouts, check, token: setting('PAYOUTS_TOKEN') },
    Number(process.env.PORT || 8080),
  )
  console.log(
    `Payouts at ${url}/payouts${RPC_URL ? '' : ', on a development chain: set RPC_URL for another'}`,
  )
})
