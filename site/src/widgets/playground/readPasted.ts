/** Parses an unsigned transaction as the engine does. Loaded on the first paste, because the parsers are large. */
import {
  bitcoinPolicyFields,
  ethereumPolicyFields,
  parseEthereumTransaction,
  parseHex,
  parsePsbt,
  parseSolanaTransaction,
  solanaPolicyFields,
} from '@keywright/keys'
import type { RequestFacts } from '@keywright/policy'

export const CHAINS = ['Ethereum', 'Solana', 'Bitcoin'] as const
export type Chain = (typeof CHAINS)[number]

/**
 * @param hex the unsigned transaction, with or without `0x`
 * @param from address of the signing account, which an Ethereum transaction doesn't contain
 * @returns the members of the request
 * @throws KeysError if the text isn't a transaction of the chain
 */
export function readPasted(
  chain: Chain,
  hex: string,
  from: string,
): Pick<RequestFacts, 'eth' | 'solana' | 'bitcoin'> {
  const bytes = parseHex(hex.trim(), 'unsigned transaction', { prefix: true })
  switch (chain) {
    case 'Ethereum':
      return { eth: { tx: ethereumPolicyFields(parseEthereumTransaction(bytes), from) } }
    case 'Solana':
      return { solana: { tx: solanaPolicyFields(parseSolanaTransaction(bytes)) } }
    case 'Bitcoin':
      return { bitcoin: { tx: { ...bitcoinPolicyFields(parsePsbt(bytes)) } } }
  }
}
