/** Sends activities to webhooks: the URL of the feature, and the subscribed endpoints. */
import type { Budget } from '../budget.ts'
import type { ExecuteContext } from '../context.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { ReadRows } from '../store/rows.ts'
import type { ActivityRow, WebhookEndpointRow } from '../store/tables.ts'
import { matches, readFilters } from './filters.ts'

export const ACTIVITY_UPDATES = 'ACTIVITY_UPDATES'

interface Listener {
  readonly url: string
  readonly organizationId: string
  readonly endpointId?: string
}

/**
 * Queues the activity for the webhooks of its organization and the parent.
 * @param present the activity, as users of an organization see it
 */
export async function announceActivity(
  context: Pick<ExecuteContext, 'rows' | 'organization' | 'open' | 'ids' | 'budget'>,
  outbox: Outbox,
  activity: ActivityRow,
  present: (viewerOrganizationId: string) => object,
): Promise<void> {
  const { rows, organization, open, ids, budget } = context
  const listeners = await listenersIn(rows, activity, budget)
  if (organization.parentId)
    listeners.push(...(await listenersIn(await open(organization.parentId), activity, budget)))
  const bodies = new Map<string, string>()
  for (const listener of listeners) {
    const { organizationId } = listener
    const body = bodies.get(organizationId) ?? JSON.stringify(present(organizationId))
    bodies.set(organizationId, body)
    const webhook = { id: ids.random(), ...listener, eventType: ACTIVITY_UPDATES, body }
    outbox.add({ kind: 'webhook', webhook })
  }
}

/** Approximate cost of reading the filters of a subscription, in microseconds. */
const FILTERS_COST = 3

async function listenersIn(rows: ReadRows, activity: ActivityRow, budget: Budget): Promise<Listener[]> {
  const { organizationId } = rows
  const listeners: Listener[] = []
  const organization = await rows.get('organization', 'organization')
  const url = organization?.features['FEATURE_NAME_WEBHOOK']
  if (url) listeners.push({ url, organizationId })
  for (const endpoint of await rows.list('webhookEndpoints')) {
    if (isTold(endpoint, activity)) {
      listeners.push({ url: endpoint.url, organizationId, endpointId: endpoint.endpointId })
    }
    budget.worked(endpoint.subscriptions.length * FILTERS_COST)
    await budget.rest()
  }
  return listeners
}

function isTold({ isActive, subscriptions }: WebhookEndpointRow, activity: ActivityRow): boolean {
  return (
    isActive &&
    subscriptions.some(
      (subscription) =>
        subscription.isActive &&
        subscription.eventType === ACTIVITY_UPDATES &&
        (subscription.filtersJson === undefined || matches(readFilters(subscription.filtersJson), activity)),
    )
  )
}
