/** The interactive elements that pages may hold, as the build renders them. What they do is loaded by `registry.ts`. */
import type { AuthorElement } from '../mdx/authorElement.ts'
import { place as activityTimeline } from './activity-timeline/place.tsx'
import { place as addressExplorer } from './address-explorer/place.tsx'
import { place as authChooser } from './auth-chooser/place.tsx'
import { place as bundleDecoder } from './bundle-decoder/place.tsx'
import { place as changelogFilter } from './changelog-filter/place.tsx'
import { place as checklist } from './checklist/place.tsx'
import { place as cliTerminal } from './cli-terminal/place.tsx'
import { place as custodySwitcher } from './custody-switcher/place.tsx'
import { place as devInbox } from './dev-inbox/place.tsx'
import { place as emailPreview } from './email-preview/place.tsx'
import { place as errorExplorer } from './error-explorer/place.tsx'
import { place as limitsMeter } from './limits-meter/place.tsx'
import { place as oidcInspector } from './oidc-inspector/place.tsx'
import { place as passkeyDemo } from './passkey-demo/place.tsx'
import { place as passkeyOptionsBuilder } from './passkey-options-builder/place.tsx'
import type { Place } from './place.ts'
import { place as queryExplorer } from './query-explorer/place.tsx'
import { place as quorumSimulator } from './quorum-simulator/place.tsx'
import { place as sessionClock } from './session-clock/place.tsx'
import { place as shamirLab } from './shamir-lab/place.tsx'
import { place as signatureVerifier } from './signature-verifier/place.tsx'
import { place as stampInspector } from './stamp-inspector/place.tsx'
import { place as storageViewer } from './storage-viewer/place.tsx'
import { place as transactionDecoder } from './transaction-decoder/place.tsx'
import { place as voteVerifier } from './vote-verifier/place.tsx'
import { place as webhookVerifier } from './webhook-verifier/place.tsx'

const places: Readonly<Record<string, Place>> = {
  'activity-timeline': activityTimeline,
  'address-explorer': addressExplorer,
  'auth-chooser': authChooser,
  'bundle-decoder': bundleDecoder,
  'changelog-filter': changelogFilter,
  checklist,
  'cli-terminal': cliTerminal,
  'custody-switcher': custodySwitcher,
  'dev-inbox': devInbox,
  'email-preview': emailPreview,
  'error-explorer': errorExplorer,
  'limits-meter': limitsMeter,
  'oidc-inspector': oidcInspector,
  'passkey-demo': passkeyDemo,
  'passkey-options-builder': passkeyOptionsBuilder,
  'query-explorer': queryExplorer,
  'quorum-simulator': quorumSimulator,
  'session-clock': sessionClock,
  'shamir-lab': shamirLab,
  'signature-verifier': signatureVerifier,
  'stamp-inspector': stampInspector,
  'storage-viewer': storageViewer,
  'transaction-decoder': transactionDecoder,
  'vote-verifier': voteVerifier,
  'webhook-verifier': webhookVerifier,
}

function toAuthorElement(id: string, { title, height, attributes = {}, Fallback }: Place): AuthorElement {
  return {
    attributes,
    component: (given: Readonly<Record<string, string>>) => (
      <div
        className="element-place"
        data-island="element"
        data-element={id}
        data-title={title}
        data-height={height}
        {...Object.fromEntries(Object.entries(given).map(([name, value]) => [`data-${name}`, value]))}
      >
        <p className="element-title">{title}</p>
        <Fallback {...given} />
      </div>
    ),
  }
}

/** `stamp-inspector` is written `<StampInspector />`. */
export const componentNameOf = (id: string): string =>
  id.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())

export const interactiveElements: Readonly<Record<string, AuthorElement>> = Object.fromEntries(
  Object.entries(places).map(([id, place]) => [componentNameOf(id), toAuthorElement(id, place)]),
)
