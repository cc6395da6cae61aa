/** Signs requests with the user's own wallet: Ethereum (EIP-191) or Solana. */
export { WalletError, type WalletErrorCode } from './walletErrors.ts'
export { WalletStamper } from './walletStamper.ts'
export {
  type Eip1193Provider,
  type EvmWallet,
  evmWallet,
  type SolanaProvider,
  type SolanaWallet,
  solanaWallet,
} from './wallets.ts'
