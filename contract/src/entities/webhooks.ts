/** Webhook endpoints and what they subscribe to. */
import { later, list, object, optional } from '../define.ts'
import { ids } from '../ids.ts'
import { flag, id, name, prose, text } from '../scalars.ts'

export const WebhookSubscriptionParams = later(
  object({ eventType: text, filtersJson: optional(prose), isActive: optional(flag) }),
)

export const WebhookEndpointData = later(
  object({
    endpointId: ids.webhookEndpoint,
    organizationId: id,
    url: text,
    name,
    isActive: flag,
    subscriptions: optional(list(WebhookSubscriptionParams)),
  }),
)
