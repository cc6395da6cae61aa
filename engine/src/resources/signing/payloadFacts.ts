/** What policies see of a raw payload: nothing, unless its encoding says what the bytes mean. */
import { type DecodedPayload, parseHex, type TypedData, toChecksumAddress } from '@keywright/keys'
import type { FactValue, RequestFacts } from '@keywright/policy'

type EthereumFacts = Pick<RequestFacts, 'eth'>

/** In steps, of which typed data may have thousands: one for each struct and item of a list. */
type Steps<T> = Generator<void, T>

/** What the encoding says that the bytes mean, in the policies' words. */
export function* payloadFacts({ typedData, authorization }: DecodedPayload): Steps<EthereumFacts> {
  if (typedData) return { eth: { eip_712: yield* typedDataFacts(typedData) } }
  if (!authorization) return {}
  const { address, chainId, nonce } = authorization
  // Any chain takes chain id 0, so the authorization names none: no rule for one chain may miss it.
  const chain = chainId === 0n ? {} : { chain_id: chainId }
  return { eth: { eip_7702_authorization: { address: toChecksumAddress(address), ...chain, nonce } } }
}

function* typedDataFacts({ types, primaryType, domain, message }: TypedData) {
  const { name, version, chainId, verifyingContract } = yield* structOf('EIP712Domain', domain, types)
  return {
    primary_type: primaryType,
    domain: {
      ...(name === undefined ? {} : { name: name as string }),
      ...(version === undefined ? {} : { version: version as string }),
      ...(verifyingContract === undefined ? {} : { verifying_contract: verifyingContract as string }),
      ...(chainId === undefined ? {} : { chain_id: chainId as bigint }),
    },
    message: primaryType === 'EIP712Domain' ? {} : yield* structOf(primaryType, message, types),
  }
}

/** The members that the type names, and no others: nothing else is signed. */
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
 * One spelling of each value, however it was written: integers as integers, addresses in checksum case, bytes in
 * lower case. Otherwise whoever asks could choose the spelling that a policy does not name.
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
