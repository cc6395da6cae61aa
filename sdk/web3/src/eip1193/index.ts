/** An EIP-1193 provider whose accounts are held by Keywright. */
export { createEIP1193Provider, type Eip1193Config, type Eip1193Provider } from './provider.ts'
export { ProviderRpcError } from './providerRpcError.ts'
