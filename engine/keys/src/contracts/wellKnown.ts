/** Interfaces of widespread contracts and programs, by name. */
import data from './wellKnown.json' with { type: 'json' }

/** Spelled out, so that declarations import no JSON, which not every project of users resolves. */
export type WellKnownInterfaceName =
  | 'erc20'
  | 'erc721'
  | 'erc1155'
  | 'weth'
  | 'permit2'
  | 'erc4337'
  | 'spl-token'
  | 'token-2022'

/** What `create_smart_contract_interface` takes, except for addresses that differ per contract. */
export interface WellKnownInterface {
  readonly label: string
  readonly type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' | 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA'
  /** JSON text: an ABI with the functions that change state, or an IDL. */
  readonly smartContractInterface: string
  /** The address of the program, if it has one for all its users. */
  readonly smartContractAddress?: string
}

interface Stored {
  readonly label: string
  readonly abi?: unknown
  readonly address?: string
  readonly instructions?: readonly unknown[]
  /** The program whose instructions this one has, too. */
  readonly extends?: string
}

const stored: Readonly<Record<WellKnownInterfaceName, Stored>> = data
const names: readonly WellKnownInterfaceName[] = Object.keys(data) as (keyof typeof data)[]

function interfaceOf({ label, abi, address, instructions = [], extends: base }: Stored): WellKnownInterface {
  if (abi) {
    const smartContractInterface = JSON.stringify(abi)
    return { label, type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM', smartContractInterface }
  }
  const all = [...((base && stored[base as WellKnownInterfaceName].instructions) ?? []), ...instructions]
  return {
    label,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA',
    smartContractInterface: JSON.stringify({ instructions: all, types: [] }),
    ...(address !== undefined && { smartContractAddress: address }),
  }
}

/**
 * ERC-20, ERC-721, ERC-1155, WETH, Permit2, `execute` and `executeBatch` of ERC-4337 accounts, and Solana's programs of
 * tokens.
 */
export const wellKnownInterfaces = Object.fromEntries(
  names.map((name) => [name, interfaceOf(stored[name])]),
) as Readonly<Record<WellKnownInterfaceName, WellKnownInterface>>
