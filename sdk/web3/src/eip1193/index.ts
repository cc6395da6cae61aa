/** An EIP-1193 provider for Keywright accounts. */
export { announceProvider, type ProviderInfo } from './announce.ts'
export type { ProviderChain } from './chains.ts'
export type { ProviderStorage } from './connection.ts'
export type { Request1193 } from './parameters.ts'
export { createEIP1193Provider, type Eip1193Config, type Eip1193Provider } from './provider.ts'
export { ProviderRpcError } from './providerRpcError.ts'
