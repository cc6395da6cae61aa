/** What the calls about webhook endpoints do. */
import type { CallWords } from './callWords.ts'

export const webhookWords = {
  list_webhook_endpoints: {
    summary: 'Lists the webhook endpoints of the organization.',
    description:
      'Endpoints managed by calls; the URL of the webhook feature is read by `get_organization_configs`.',
  },
  create_webhook_endpoint: {
    summary: 'Creates an endpoint that is told of events.',
    description:
      'Deliveries are signed and repeated until the endpoint answers 2xx; order is not guaranteed. The URL must be HTTPS to a public address.',
    fields: { name: 'Name of the endpoint, 1 to 255 characters.' },
    errors: ['WEBHOOK_URL_INVALID', 'NAME_TAKEN'],
  },
  update_webhook_endpoint: {
    summary: 'Changes an endpoint, or stops its deliveries.',
    description: 'Only `endpointId` is needed; members that are left out stay as they are.',
    fields: {
      url: 'New HTTPS URL. Left out: the URL stays.',
      name: 'New name. Left out: the name stays.',
      isActive: 'False stops deliveries, true resumes them. Left out: as it is.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'WEBHOOK_URL_INVALID', 'NAME_TAKEN'],
  },
  delete_webhook_endpoint: {
    summary: 'Deletes an endpoint.',
    description: 'Deliveries that wait to be repeated are dropped.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
