/** What the calls about the switches of an organization do. */
import type { CallWords } from './callWords.ts'

export const featureWords = {
  set_organization_feature: {
    summary: 'Switches a feature of the organization on, or changes its value.',
    description:
      'Only the root quorum may; policies cannot grant it. Answers all features that are on afterwards.',
    fields: {
      name: 'Which feature.',
      value:
        'Its value: the origin for WebAuthn origins, the URL for the webhook, an empty text for the others.',
    },
    errors: ['ROOT_QUORUM_ONLY', 'FEATURE_VALUE_INVALID'],
  },
  remove_organization_feature: {
    summary: 'Switches a feature of the organization off.',
    description:
      'Only the root quorum may; policies cannot grant it. Answers all features that are on afterwards. Switching off what is off changes nothing.',
    fields: { name: 'Which feature.' },
    errors: ['ROOT_QUORUM_ONLY', 'LAST_CREDENTIAL'],
  },
} as const satisfies Record<string, CallWords>
