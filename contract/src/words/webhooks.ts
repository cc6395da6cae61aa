/** What the calls about webhook endpoints do. */
import type { CallWords } from './callWords.ts'

export const webhookWords = {
  list_webhook_endpoints: {
    summary: 'Lists the webhook endpoints of the organization.',
    description:
      'Lists only endpoints that were created with `create_webhook_endpoint`. For the URL of the webhook feature, use `get_organization_configs`.',
  },
  create_webhook_endpoint: {
    summary: 'Creates an endpoint that receives events.',
    description:
      'Deliveries are signed and retried until the endpoint returns 2xx. Their order is not guaranteed. The URL must use HTTPS and a public address.',
    fields: { name: 'Name of the endpoint, 1 to 255 characters.' },
    errors: ['WEBHOOK_URL_INVALID', 'NAME_TAKEN'],
  },
  update_webhook_endpoint: {
    summary: 'Updates an endpoint or stops its deliveries.',
    description: 'Only `endpointId` is required. Fields that you omit do not change.',
    fields: {
      url: 'New HTTPS URL. If omitted, the URL does not change.',
      name: 'New name. If omitted, the name does not change.',
      isActive: 'False stops deliveries, true resumes them. If omitted, nothing changes.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'WEBHOOK_URL_INVALID', 'NAME_TAKEN'],
  },
  delete_webhook_endpoint: {
    summary: 'Deletes an endpoint.',
    description: 'Deliveries that are waiting for a retry are dropped.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
