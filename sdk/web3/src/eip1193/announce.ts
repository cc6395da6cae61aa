/** Discovery by apps on the same page (EIP-6963). */
import { toHex } from '@keywright/client'
import type { Eip1193Provider } from './provider.ts'

export interface ProviderInfo {
  /** Shown in the app's list of wallets. */
  readonly name: string
  /** A data URI: a square image of at least 96 pixels. */
  readonly icon: `data:image/${string}`
  /** Your domain, reversed, such as `com.example.wallet`. */
  readonly rdns: string
}

/** Apps tell wallets apart by their ids, so one that is announced again, as by React's strict mode, keeps its own. */
const ids = new WeakMap<Eip1193Provider, string>()

/**
 * Announces a provider to apps on this page, now and whenever one asks.
 *
 * @returns a function that ends it
 * @see https://eips.ethereum.org/EIPS/eip-6963
 * @example
 * const stop = announceProvider(provider, { name: 'Example', icon: 'data:image/svg+xml;base64,…', rdns: 'com.example' })
 */
export function announceProvider(provider: Eip1193Provider, info: ProviderInfo): () => void {
  // Servers that render the page have no window, and that of React Native receives no events.
  if (typeof globalThis.window?.addEventListener !== 'function') return () => {}
  const { name, icon, rdns } = info
  const uuid = ids.get(provider) ?? randomUuid()
  ids.set(provider, uuid)
  const detail = Object.freeze({
    info: Object.freeze({ uuid, name, icon, rdns }),
    provider,
  })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => window.removeEventListener('eip6963:requestProvider', announce)
}

/** Version 4 of RFC 9562. Pages without a secure origin, such as a laptop's address on a phone, have no `crypto.randomUUID`. */
function randomUuid(): string {
  const digits = toHex(crypto.getRandomValues(new Uint8Array(16)))
  return digits.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5')
}
