/** What the web3 adapters share: sign, look up addresses, resume after approval. */
export { SignerError, type SignerErrorCode } from './errors.ts'
export { compactOf, shaped } from './outcome.ts'
export {
  findAddress,
  findPrivateKey,
  inOrganization,
  isPrivateKeyId,
  type SignerConfig,
  signPayload,
  signUnsigned,
} from './signer.ts'
