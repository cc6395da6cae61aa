/** `POST /payouts` with `{ "to": "0x…", "ether": "0.01" }` answers a signed transaction, or why there is none. */
import { createServer, type IncomingMessage } from 'node:http'
import { isKeywrightError, KeywrightClient } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
import { createAccount } from '@keywright/web3/viem'
import { isAddress, parseEther, parseGwei } from 'viem'
import { connection } from './keywright.ts'

const stamper = new ApiKeyStamper({
  apiPublicKey: process.env.PAYMENTS_PUBLIC_KEY!,
  apiPrivateKey: process.env.PAYMENTS_PRIVATE_KEY!,
})
const account = await createAccount({
  client: new KeywrightClient(connection, stamper),
  signWith: process.env.PAYMENTS_ADDRESS!,
})

/** Nonce and fees are those of your node: ask it for them before you broadcast. */
async function pay(to: unknown, ether: unknown): Promise<{ status: number; answer: object }> {
  if (typeof to !== 'string' || !isAddress(to)) return refused(400, 'INPUT_INVALID', '`to` is no address')
  if (typeof ether !== 'string' || !/^\d{1,9}(\.\d{1,18})?$/.test(ether)) {
    return refused(400, 'INPUT_INVALID', '`ether` is no decimal text such as "0.01"')
  }
  try {
    const transaction = await account.signTransaction({
      type: 'eip1559',
      chainId: 11155111,
      nonce: 0,
      to,
      value: parseEther(ether),
      gas: 21_000n,
      maxFeePerGas: parseGwei('20'),
      maxPriorityFeePerGas: parseGwei('1'),
    })
    return { status: 200, answer: { from: account.address, transaction } }
  } catch (error) {
    // A person approves it by its fingerprint: `npx keywright activities approve`.
    if (isKeywrightError(error, 'CONSENSUS_NEEDED')) {
      return { status: 202, answer: { code: error.code, fingerprint: error.fingerprint } }
    }
    if (isKeywrightError(error, 'NOT_PERMITTED_BY_POLICY')) return refused(403, error.code, error.message)
    if (isKeywrightError(error)) return refused(502, error.code, error.message)
    throw error
  }
}

const refused = (status: number, code: string, message: string) => ({ status, answer: { code, message } })

async function read(request: IncomingMessage): Promise<{ to?: unknown; ether?: unknown }> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > 10_000) return {}
  }
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const server = createServer(async (request, response) => {
  const isPayout = request.method === 'POST' && request.url === '/payouts'
  const { to, ether } = isPayout ? await read(request) : {}
  const { status, answer } = isPayout
    ? await pay(to, ether)
    : refused(404, 'NOT_FOUND', 'POST /payouts is all there is')
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(answer)}\n`)
})

// Put your own authentication in front: whoever reaches this address can pay.
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  const address = server.address()
  console.log(`pays from ${account.address} at http://127.0.0.1:${Object(address).port}/payouts`)
})
