/** The interface of a contract or program that a transaction calls. */
import { type EthereumInterface, parseAbi, parseIdl, type SolanaInterface } from '@keywright/keys'
import type { Context } from '../../context.ts'
import type { SmartContractInterfaceRow, SmartContractInterfaceType } from '../../store/tables.ts'

export type ContractInterface = EthereumInterface | SolanaInterface

/** Parses the text of an interface. @throws InterfaceError */
export const parseInterface = (type: SmartContractInterfaceType, text: string): ContractInterface =>
  type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' ? parseAbi(text) : parseIdl(text)

/** The key of `OrganizationRow.interfaces`. @param address in the spelling of the row */
export const placeOf = (type: SmartContractInterfaceType, address: string): string => `${type} ${address}`

/** Interfaces that were parsed, least recently used first. A row never changes, but other organizations may use its id. */
const parsed = new Map<string, { readonly text: string; readonly value: ContractInterface }>()
/** More than the interfaces of one organization. */
const MOST_CHARACTERS = 10_000_000
let characters = 0

/** The interfaces of addresses, by address. Reads no row for an organization without interfaces. */
export async function findInterfaces(
  { organization, rows, budget }: Context,
  type: SmartContractInterfaceType,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, ContractInterface>> {
  const places = addresses.flatMap((address) => organization.interfaces?.[placeOf(type, address)] ?? [])
  const found = await Promise.all(places.map(({ id }) => rows.get('smartContractInterfaces', id)))
  const interfaces = new Map<string, ContractInterface>()
  for (const row of found) {
    if (row?.type !== type || !addresses.includes(row.smartContractAddress)) continue
    const onParse = () => budget.worked(row.smartContractInterface.length * PARSE_COST)
    interfaces.set(row.smartContractAddress, known(row, onParse))
    await budget.rest()
  }
  return interfaces
}

/** Approximate cost of parsing a character of an interface, in microseconds. */
export const PARSE_COST = 0.1

function known(
  { smartContractInterfaceId: id, type, smartContractInterface: text }: SmartContractInterfaceRow,
  onParse: () => void,
): ContractInterface {
  let found = parsed.get(id)
  if (found) characters -= found.text.length
  if (found?.text !== text) {
    onParse()
    found = { text, value: parseInterface(type, text) }
  }
  parsed.delete(id)
  parsed.set(id, found)
  characters += text.length
  for (const [oldest, { text: old }] of parsed) {
    if (characters <= MOST_CHARACTERS || oldest === id) break
    parsed.delete(oldest)
    characters -= old.length
  }
  return found.value
}
