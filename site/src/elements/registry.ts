/** The module of each interactive element, by id. `places.tsx` has its place and its text without scripts. */
import type { ElementModule } from './element.ts'

export const elements: Readonly<Record<string, () => Promise<ElementModule>>> = {
  'activity-timeline': () => import('./activity-timeline/ActivityTimeline.tsx'),
  'address-explorer': () => import('./address-explorer/AddressExplorer.tsx'),
  'bundle-decoder': () => import('./bundle-decoder/BundleDecoder.tsx'),
  'passkey-demo': () => import('./passkey-demo/PasskeyDemo.tsx'),
  'quorum-simulator': () => import('./quorum-simulator/QuorumSimulator.tsx'),
  'signature-verifier': () => import('./signature-verifier/SignatureVerifier.tsx'),
  'stamp-inspector': () => import('./stamp-inspector/StampInspector.tsx'),
  'transaction-decoder': () => import('./transaction-decoder/TransactionDecoder.tsx'),
}
