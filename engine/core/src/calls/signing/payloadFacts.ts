/** What policies see of a raw payload: nothing, unless its encoding defines a meaning. */
import { type DecodedPayload, parseHex, type TypedData, toChecksumAddress } from '@keywright/keys'
import type { FactValue, RequestFacts } from '@keywright/policy'

type EthereumFacts = Pick<RequestFacts, 'eth'>

/** A generator, because typed data may need thousands of steps: one per struct and list item. */
type Steps<T> = Generator<void, T>

/** The meaning of the payload according to its encoding, in the policies' terms. */
export function* payloadFacts({ typedData, authorization }: DecodedPayload): Steps<EthereumFacts> {
  if (typedData) return { eth: { eip_712: yield* typedDataFacts(typedData) } }
  if (!authorization) return {}
  const { address, chainId, nonce } = authorization
  // Chain id 0 is valid on every chain, so the authorization has no chain: rules for one chain must not miss it.
  const chain = chainId === 0n ? {} : { chain_id: chainId }
  return { eth: { eip_7702_authorization: { address: toChecksumAddress(address), ...chain, nonce } } }
}

function* typedDataFacts({ types, primaryType, domain, message }: TypedData) {
  const { name, version, chainId, verifyingContract, salt } = yield* structOf('EIP712Domain', domain, types)
  return {
    primary_type: primaryType,
    domain: {
      ...(name === undefined ? {} : { name: name as string }),
      ...(version === undefined ? {} : { version: version as string }),
      ...(verifyingContract === undefined ? {} : { verifying_contract: verifyingContract as string }),
      ...(chainId === undefined ? {} : { chain_id: chainId as bigint }),
      ...(salt === undefined ? {} : { salt: salt as string }),
    },
    message: primaryType === 'EIP712Domain' ? {} : yield* structOf(primaryType, message, types),
  }
}

/** The members of the type. Other members are ignored, because they aren't signed. */
function* structOf(
  name: string,
  value: object,
  types: TypedData['types'],
): Steps<Readonly<Record<string, FactValue>>> {
  const members = value as Readonly<Record<string, unknown>>
  const entries: [string, FactValue][] = []
  for (const member of types[name]!) {
    entries.push([member.name, yield* factOf(member.type, members[member.name], types)])
  }
  return Object.fromEntries(entries)
}

/**
 * Normalizes values: integers as integers, addresses in checksum case, bytes in lower case. Otherwise a caller could
 * choose a spelling that a policy doesn't match.
 */
function* factOf(type: string, value: unknown, types: TypedData['types']): Steps<FactValue> {
  if (Array.isArray(value)) {
    const itemType = type.slice(0, type.lastIndexOf('['))
    const items: FactValue[] = []
    for (const item of value) {
      items.push(yield* factOf(itemType, item, types))
      yield
    }
    return items
  }
  if (Object.hasOwn(types, type)) return yield* structOf(type, value as object, types)
  if (/^u?int/.test(type)) return BigInt(value as string | number)
  if (type === 'address') return toChecksumAddress(parseHex((value as string).slice(2), 'address'))
  return type.startsWith('bytes') ? (value as string).toLowerCase() : (value as string | boolean)
}
