/**
 * Keys: phrases, derivation, addresses, signatures, stamps, transactions, sealed bundles, shares, encryption at rest.
 * Pure functions that get their randomness from the caller, store nothing, and work the same in browsers, workers and
 * Node. Every error that input can cause is a `KeysError`.
 */

export * from './address.ts'
export * from './addressFormats.ts'
export * from './apiKey.ts'
export * from './atRest.ts'
export * from './bitcoin/policyFields.ts'
export * from './bitcoin/psbt.ts'
export * from './bundle.ts'
export {
  type AbiFunction,
  type AbiParameter,
  type AbiType,
  type EthereumInterface,
  parseAbi,
} from './contracts/abi.ts'
export type { CallTuple, CallValue, DecodedCall, UndecodedReason } from './contracts/callValue.ts'
export { toEthereumContract, toSolanaProgram } from './contracts/contractAddress.ts'
export { decodeAbiCall } from './contracts/decodeAbiCall.ts'
export { type DecodedInstruction, decodeIdlCall } from './contracts/decodeIdlCall.ts'
export { encodeAbiCall } from './contracts/encodeAbiCall.ts'
export { type IdlInstruction, type IdlType, parseIdl, type SolanaInterface } from './contracts/idl.ts'
export { INTERFACE_BOUNDS, InterfaceError } from './contracts/interfaceError.ts'
export {
  type WellKnownInterface,
  type WellKnownInterfaceName,
  wellKnownInterfaces,
} from './contracts/wellKnown.ts'
export * from './cose.ts'
export * from './curve.ts'
export * from './derive.ts'
export * from './encoding.ts'
export * from './errors.ts'
export * from './ethereum/authorization.ts'
export * from './ethereum/ethereumAddress.ts'
export type { TypedData, TypedDataField } from './ethereum/hashTypedData.ts'
export * from './ethereum/policyFields.ts'
export * from './ethereum/transaction.ts'
export * from './ethereum/typedData.ts'
export { examineStamp, findWhatWasSigned, type StampReport, type StampStep } from './examineStamp.ts'
export { type FastAesGcm, type FastCrypto, type FastEd25519, type FastSecp256k1, plugCrypto } from './fast.ts'
export * from './hash.ts'
export * from './hpke.ts'
export * from './json.ts'
export * from './p256.ts'
export * from './path.ts'
export * from './payload.ts'
export * from './phrase.ts'
export * from './random.ts'
export * from './secret.ts'
export * from './share.ts'
export * from './sign.ts'
export * from './solana/policyFields.ts'
export * from './solana/transaction.ts'
export * from './stamp.ts'
export * from './steps.ts'
export * from './taproot.ts'
export * from './token.ts'
export * from './transaction.ts'
export * from './verify.ts'
