/** Endpoints that are notified of activities. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { WebhookEndpointData, WebhookSubscriptionParams } from '../entities/webhooks.ts'
import { ids } from '../ids.ts'
import { flag, name, text } from '../scalars.ts'

export const webhookCalls = {
  list_webhook_endpoints: later(query({}, { webhookEndpoints: list(WebhookEndpointData) })),
  create_webhook_endpoint: later(
    submit('WEBHOOK', 'CREATE', {
      ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT: version(
        { url: text, name, subscriptions: optional(list(WebhookSubscriptionParams)) },
        { endpointId: ids.webhookEndpoint, webhookEndpoint: WebhookEndpointData },
      ),
    }),
  ),
  update_webhook_endpoint: later(
    submit('WEBHOOK', 'UPDATE', {
      ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT: version(
        {
          endpointId: ids.webhookEndpoint,
          url: optional(text),
          name: optional(name),
          isActive: optional(flag),
        },
        { endpointId: ids.webhookEndpoint, webhookEndpoint: WebhookEndpointData },
      ),
    }),
  ),
  delete_webhook_endpoint: later(
    submit('WEBHOOK', 'DELETE', {
      ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT: version(
        { endpointId: ids.webhookEndpoint },
        { endpointId: ids.webhookEndpoint },
      ),
    }),
  ),
} as const
