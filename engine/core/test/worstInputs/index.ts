/**
 * The worst inputs of each parser within the body limit, one per repeated element. Tests and measurements share them.
 * Archives and shares (age) are in `cli`, snapshots in `hosts/development`.
 */
import { cbor } from './cbor.ts'
import { abiCalls, idlCalls } from './contractCalls.ts'
import { abi, idl } from './interfaces.ts'
import { json } from './json.ts'
import { policies, policyText, selectors } from './policyText.ts'
import { psbt } from './psbt.ts'
import { requests } from './requests.ts'
import { rlp } from './rlp.ts'
import { solana } from './solana.ts'
import { idTokens, sessionTokens } from './tokens.ts'
import { typedData } from './typedData.ts'
import type { WorstInput } from './worst.ts'

export const worstInputs: Readonly<Record<string, readonly WorstInput[]>> = {
  json,
  requests,
  rlp,
  psbt,
  solana,
  typedData,
  abi,
  idl,
  abiCalls,
  idlCalls,
  policyText,
  policies,
  selectors,
  cbor,
  idTokens,
  sessionTokens,
}

export { laptopMilliseconds } from '../support/longestStep.ts'
