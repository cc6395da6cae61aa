/** An EIP-1193 provider for Keywright accounts. */
export { createEIP1193Provider, type Eip1193Config, type Eip1193Provider } from './provider.ts'
export { ProviderRpcError } from './providerRpcError.ts'
