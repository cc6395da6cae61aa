/** What the service may do. Keywright enforces these rules, so a mistake in the service, or a stolen key, can't break them. */
import { type Address, parseEther } from 'viem'

/** The only address that is paid. */
export const SUPPLIER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'

/** Ether per payout that needs no person. */
export const LIMIT = '0.1'

export const needsPerson = (ether: string) => parseEther(ether) > parseEther(LIMIT)

/** The policies of the organization. */
export function createRules(of: { name: string; serviceId: string; personId: string; reviewed: Address }) {
  const service = `approvers.any(user, user.id == '${of.serviceId}')`
  const person = `approvers.any(user, user.id == '${of.personId}')`
  const allow = (what: string, consensus: string, condition: string) => ({
    policyName: `${of.name} ${what}`,
    effect: 'EFFECT_ALLOW' as const,
    consensus,
    condition,
  })
  const limit = parseEther(LIMIT)
  return [
    allow('pays the supplier', service, `eth.tx.to == '${SUPPLIER}' && eth.tx.value <= ${limit}`),
    allow(
      'pays more with an approval',
      `${service} && ${person}`,
      `eth.tx.to == '${SUPPLIER}' && eth.tx.value > ${limit}`,
    ),
    allow('cancels', service, `eth.tx.to == '${of.reviewed}' && eth.tx.value == 0`),
  ]
}
