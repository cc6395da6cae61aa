/** Webhook endpoints, which get events about activities. */
import { ApiError, type IntentOf, type WebhookEndpointData } from '@keywright/contract'
import { ACTIVITY_UPDATES } from '../activity/announce.ts'
import { readFilters } from '../activity/filters.ts'
import type { Context } from '../context.ts'
import { type Query, submit } from '../handler.ts'
import { unfitWebhook } from '../publicTarget.ts'
import type { WebhookEndpointRow } from '../store/tables.ts'
import { find } from './find.ts'
import { assertRoom } from './limits.ts'
import { assertNameFree, claimName, releaseName, renameTo } from './names.ts'

type CreateEndpoint = IntentOf<'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT'>

const create_webhook_endpoint = submit({
  normalize: (posted: CreateEndpoint) => posted,

  async check(context, { url, name, subscriptions }) {
    assertUrl(context, url)
    await assertNameFree(context.rows, 'webhook endpoint', name)
    await assertRoom(context, 'webhookEndpoints')
    return { found: readSubscriptions(subscriptions) }
  },

  async execute(context, { intent: { url, name }, found: subscriptions }) {
    const endpointId = context.ids.random()
    await claimName(context.rows, 'webhook endpoint', name, endpointId)
    const endpoint: WebhookEndpointRow = {
      endpointId,
      url,
      name,
      isActive: true,
      subscriptions,
      createdAt: context.now,
      updatedAt: context.now,
    }
    context.rows.put('webhookEndpoints', endpointId, endpoint)
    return { endpointId, webhookEndpoint: presentEndpoint(context, endpoint) }
  },
})

const update_webhook_endpoint = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT'>) => posted,

  async check(context, { endpointId, url, name }) {
    const before = await find(context, 'webhookEndpoints', endpointId)
    if (url !== undefined) assertUrl(context, url)
    if (name !== undefined) await assertNameFree(context.rows, 'webhook endpoint', name, { id: endpointId })
    return { found: before }
  },

  async execute(context, { intent: { endpointId, ...change }, found: before }) {
    if (change.name !== undefined && change.name !== before.name) {
      await renameTo(context.rows, 'webhook endpoint', { from: before.name, to: change.name, id: endpointId })
    }
    const endpoint = { ...before, ...change, updatedAt: context.now }
    context.rows.put('webhookEndpoints', endpointId, endpoint)
    return { endpointId, webhookEndpoint: presentEndpoint(context, endpoint) }
  },
})

const delete_webhook_endpoint = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT'>) => posted,

  check: async (context, { endpointId }) => ({ found: await find(context, 'webhookEndpoints', endpointId) }),

  async execute({ rows }, { found: { endpointId, name } }) {
    releaseName(rows, 'webhook endpoint', name)
    rows.remove('webhookEndpoints', endpointId)
    return { endpointId }
  },
})

const list_webhook_endpoints: Query<'list_webhook_endpoints'> = async (context) => ({
  webhookEndpoints: (await context.rows.list('webhookEndpoints')).map((row) => presentEndpoint(context, row)),
})

function assertUrl({ settings }: Context, url: string): void {
  const reason = unfitWebhook(url, settings)
  if (reason === undefined) return
  throw new ApiError('WEBHOOK_URL_INVALID', { url: url.slice(0, 200), reason }, { field: 'url' })
}

/** Default: all activities. @throws ApiError 400 for an unknown event or unreadable filters */
function readSubscriptions(
  posted: CreateEndpoint['subscriptions'] = [{ eventType: ACTIVITY_UPDATES }],
): WebhookEndpointRow['subscriptions'] {
  return posted.map((subscription, n) => {
    const at = `subscriptions.${n}`
    if (subscription.eventType !== ACTIVITY_UPDATES) {
      const field = `${at}.eventType`
      throw new ApiError('ENUM_UNKNOWN', { field, expected: [ACTIVITY_UPDATES] }, { field })
    }
    assertFilters(subscription.filtersJson, `${at}.filtersJson`)
    return { isActive: true, ...subscription }
  })
}

function assertFilters(text: string | undefined, field: string): void {
  try {
    if (text !== undefined) readFilters(text)
  } catch (cause) {
    const expected = 'a JSON object of the lists filterByStatus and filterByType, as text'
    throw new ApiError('MEMBER_TYPE', { field, expected }, { field, cause })
  }
}

function presentEndpoint({ organization }: Context, endpoint: WebhookEndpointRow): WebhookEndpointData {
  const { createdAt: _created, updatedAt: _updated, subscriptions, ...shown } = endpoint
  return {
    ...shown,
    organizationId: organization.organizationId,
    subscriptions: subscriptions.map((subscription) => ({ ...subscription })),
  }
}

export const submits = { create_webhook_endpoint, update_webhook_endpoint, delete_webhook_endpoint }
export const queries = { list_webhook_endpoints }
