/** A wagmi connector for Keywright wallets. */
export { type ConnectorConfig, keywright, type WalletOfUser } from './connector.ts'
