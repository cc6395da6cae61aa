/** Id of an interactive element → its module, in one line. Its place and its text without scripts stand in `places.tsx`. */
import type { ComponentType } from 'react'

export interface ElementProps {
  /** What the author of the page chose: attributes by their names. */
  readonly chosen: Readonly<Record<string, string | undefined>>
}

export interface ElementModule {
  readonly default: ComponentType<ElementProps>
}

export const elements: Readonly<Record<string, () => Promise<ElementModule>>> = {
  'activity-timeline': () => import('./activity-timeline/ActivityTimeline.tsx'),
  'address-explorer': () => import('./address-explorer/AddressExplorer.tsx'),
  'auth-chooser': () => import('./auth-chooser/AuthChooser.tsx'),
  'bundle-decoder': () => import('./bundle-decoder/BundleDecoder.tsx'),
  'changelog-filter': () => import('./changelog-filter/ChangelogFilter.tsx'),
  checklist: () => import('./checklist/Checklist.tsx'),
  'cli-terminal': () => import('./cli-terminal/CliTerminal.tsx'),
  'custody-switcher': () => import('./custody-switcher/CustodySwitcher.tsx'),
  'dev-inbox': () => import('./dev-inbox/DevInbox.tsx'),
  'email-preview': () => import('./email-preview/EmailPreview.tsx'),
  'error-explorer': () => import('./error-explorer/ErrorExplorer.tsx'),
  'limits-meter': () => import('./limits-meter/LimitsMeter.tsx'),
  'oidc-inspector': () => import('./oidc-inspector/OidcInspector.tsx'),
  'passkey-demo': () => import('./passkey-demo/PasskeyDemo.tsx'),
  'passkey-options-builder': () => import('./passkey-options-builder/PasskeyOptionsBuilder.tsx'),
  'query-explorer': () => import('./query-explorer/QueryExplorer.tsx'),
  'quorum-simulator': () => import('./quorum-simulator/QuorumSimulator.tsx'),
  'session-clock': () => import('./session-clock/SessionClock.tsx'),
  'shamir-lab': () => import('./shamir-lab/ShamirLab.tsx'),
  'signature-verifier': () => import('./signature-verifier/SignatureVerifier.tsx'),
  'stamp-inspector': () => import('./stamp-inspector/StampInspector.tsx'),
  'storage-viewer': () => import('./storage-viewer/StorageViewer.tsx'),
  'transaction-decoder': () => import('./transaction-decoder/TransactionDecoder.tsx'),
  'vote-verifier': () => import('./vote-verifier/VoteVerifier.tsx'),
  'webhook-verifier': () => import('./webhook-verifier/WebhookVerifier.tsx'),
}
