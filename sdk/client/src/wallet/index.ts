/** Signs requests with the wallets that people have: Ethereum (EIP-191) and Solana. */
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
