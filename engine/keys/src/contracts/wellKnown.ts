/** Interfaces of widespread contracts, so that nobody looks up and pastes JSON for a token. */
import data from './wellKnown.json' with { type: 'json' }

/** A name such as `erc20`. */
export type WellKnownInterfaceName = keyof typeof data

export interface WellKnownInterface {
  readonly label: string
  /** ABI with the functions that change state, as JSON text. */
  readonly abi: string
}

/** ERC-20, ERC-721, ERC-1155, WETH, Permit2, and `execute` and `executeBatch` of ERC-4337 accounts. */
export const wellKnownInterfaces = Object.fromEntries(
  Object.entries(data).map(([name, { label, abi }]) => [name, { label, abi: JSON.stringify(abi) }]),
) as Readonly<Record<WellKnownInterfaceName, WellKnownInterface>>
