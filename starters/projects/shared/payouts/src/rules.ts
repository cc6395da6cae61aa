/** What the service may do. Keywright enforces these rules, so a mistake in the service, or a stolen key, can't break them. */
import { type Address, parseEther, parseGwei } from 'viem'

/** The only address that is paid. */
export const SUPPLIER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'

/** Ether per payout that needs no person. */
export const LIMIT = '0.1'

/** The chain of `dev/chain.ts`. Don't ask the node for the chain: a signature for another one is valid there. */
export const CHAIN_ID = 31_337

/** Bounds of the fee. The sender of a transaction can give the fee to a block producer of their choice. */
export const GAS = 21_000n
export const MAX_GAS_PRICE = parseGwei('200')

export const needsPerson = (ether: string) => parseEther(ether) > parseEther(LIMIT)

/** The policies of the organization. */
export function createRules(of: {
  name: string
  serviceId: string
  personId: string
  walletId: string
  reviewed: Address
}) {
  const service = `approvers.any(user, user.id == '${of.serviceId}')`
  const person = `approvers.any(user, user.id == '${of.personId}')`
  const common = [
    `wallet.id == '${of.walletId}'`,
    `eth.tx.chain_id == ${CHAIN_ID}`,
    "eth.tx.data == '0x'",
    `eth.tx.gas <= ${GAS}`,
    `eth.tx.gas_price <= ${MAX_GAS_PRICE}`,
    // The fee of blobs has another limit.
    "eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']",
  ]
  const allow = (what: string, consensus: string, ...conditions: string[]) => ({
    policyName: `${of.name} ${what}`,
    effect: 'EFFECT_ALLOW' as const,
    consensus,
    condition: [...common, ...conditions].join(' && '),
  })
  const limit = parseEther(LIMIT)
  return [
    allow('pays the supplier', service, `eth.tx.to == '${SUPPLIER}'`, `eth.tx.value <= ${limit}`),
    allow(
      'pays more with an approval',
      `${service} && ${person}`,
      `eth.tx.to == '${SUPPLIER}'`,
      `eth.tx.value > ${limit}`,
    ),
    allow('cancels', service, `eth.tx.to == '${of.reviewed}'`, 'eth.tx.value == 0'),
  ]
}
