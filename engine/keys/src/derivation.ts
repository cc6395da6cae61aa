/** Makes the keys of a wallet. Separate, because signing with stored keys needs neither word lists nor derivation. */
export { addressOf } from './address.ts'
export { deriveKeyPair } from './derive.ts'
export { deriveSeed, generateEntropy } from './phrase.ts'
