/** What the calls about the switches of an organization do. */
import type { CallWords } from './callWords.ts'

export const featureWords = {
  set_organization_feature: {
    summary: 'Enables a feature of the organization or changes its value.',
    description:
      'Only the root quorum can do this; policies cannot grant it. Returns all features that are then enabled.',
    fields: {
      name: 'Name of the feature.',
      value:
        'Value of the feature: the origin for WebAuthn origins, the URL for the webhook, an empty string for the others.',
    },
    errors: ['ROOT_QUORUM_ONLY', 'FEATURE_VALUE_INVALID'],
  },
  remove_organization_feature: {
    summary: 'Disables a feature of the organization.',
    description:
      'Only the root quorum can do this; policies cannot grant it. Returns all features that are then enabled. Disabling a feature that is off changes nothing.',
    fields: { name: 'Name of the feature.' },
    errors: ['ROOT_QUORUM_ONLY', 'LAST_CREDENTIAL'],
  },
} as const satisfies Record<string, CallWords>
