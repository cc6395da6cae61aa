import { assert } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'

const EXCHANGE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ELSEWHERE = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

const typedData = (primaryType: 'Order' | 'Permit', verifyingContract: string, amount: string) =>
  JSON.stringify({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      [primaryType]: [{ name: 'amount', type: 'uint256' }],
    },
    primaryType,
    domain: { name: 'Exchange', chainId: 1, verifyingContract },
    message: { amount },
  })

export const typedOrders = story(
  'a market maker can sign orders for one exchange, but no permits',
  async (world) => {
    const { owner } = await world.organization({ rootUsers: ['owner'] })
    const maker = await owner.addsUser('market maker')
    const { addresses } = await owner.createsWallet('trading', ETHEREUM)
    const [signWith] = addresses as [string]
    await owner.allows(
      maker,
      `eth.eip_712.primary_type == 'Order' && eth.eip_712.domain.verifying_contract == '${EXCHANGE}' && eth.eip_712.message['amount'] <= 1000`,
    )
    const sign = (payload: string, who = maker) =>
      who.does('SIGN_RAW_PAYLOAD_V2', {
        signWith,
        payload,
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      })

    const { r, s } = await sign(typedData('Order', EXCHANGE, '1000'))
    assert(r.length === 64 && s.length === 64, 'the order is signed')
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => sign(typedData('Order', EXCHANGE, '1001')))
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => sign(typedData('Permit', EXCHANGE, '1')))
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => sign(typedData('Order', ELSEWHERE, '1')))
    // A digest is any 32 bytes, so a grant on typed data does not apply.
    await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
      maker.does('SIGN_RAW_PAYLOAD_V2', {
        signWith,
        payload: '11'.repeat(32),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    )
    await world.refuses('PAYLOAD_MALFORMED', () => sign('{}', owner))
  },
)
