/** Features that organizations turn on and off. */
import {
  ApiError,
  type FeatureName,
  features as featureInfos,
  type IntentOf,
  isOrigin,
} from '@keywright/contract'
import type { Context, ExecuteContext } from '../context.ts'
import { submit } from '../handler.ts'
import { unfitWebhook } from '../publicTarget.ts'
import type { OrganizationRow } from '../store/tables.ts'
import { presentFeatures } from './organizations.ts'
import { assertWayIn, hasWayIn } from './users/credentials.ts'
import { endSessions } from './users/saveUser.ts'

const set_organization_feature = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE'>) => posted,

  async check(context, { name, value }) {
    const reason = unfitValue(context, name, value)
    if (reason !== undefined)
      throw new ApiError('FEATURE_VALUE_INVALID', { feature: name, reason }, { field: 'value' })
    // An additional feature can't remove a user's way to sign in.
    return { found: changed(context, { ...context.organization.features, [name]: value }) }
  },

  execute: async (context, { found: organization }) => save(context, organization),
})

const remove_organization_feature = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE'>) => posted,

  async check(context, { name }) {
    const { [name]: _off, ...features } = context.organization.features
    const found = changed(context, features)
    await assertWaysIn(context, found)
    return { found }
  },

  async execute(context, { intent: { name }, found: organization }) {
    // For example, because a mailbox was compromised.
    const users = await context.rows.list('users')
    const openers = users.map(({ userId }) => ({ userId, opener: name }))
    await endSessions(context, openers)
    return save(context, organization)
  },
})

const changed = ({ organization, now }: Context, features: OrganizationRow['features']): OrganizationRow => ({
  ...organization,
  features,
  updatedAt: now,
})

/** @throws ApiError 400 if a user without a credential depends on the feature to sign in */
async function assertWaysIn({ rows, organization: before }: Context, after: OrganizationRow): Promise<void> {
  // Users of a parent never depend on a feature.
  if (before.parentId === null) return
  for (const user of await rows.list('users')) if (hasWayIn(before, user)) assertWayIn(after, user)
}

function save({ rows }: ExecuteContext, organization: OrganizationRow) {
  rows.put('organization', 'organization', organization)
  return { features: presentFeatures(organization.features) }
}

/** Why the value doesn't fit the feature, or undefined. Features without a value ignore it. */
function unfitValue({ settings }: Context, name: FeatureName, value: string): string | undefined {
  switch (featureInfos.find((feature) => feature.name === name)!.value) {
    case 'origin':
      return unfitOrigin(value, settings.ownOrigins ?? [])
    case 'url':
      return unfitWebhook(value, settings)
    case 'none':
      return undefined
  }
}

/** The origin of an Android app: base64url of the SHA-256 of its signing certificate. */
const APP_ORIGIN = /^android:apk-key-hash:[\w-]{43}$/

/** Accepts one origin as browsers or Android write it, except origins of the service itself. */
function unfitOrigin(value: string, ownOrigins: readonly string[]): string | undefined {
  if (APP_ORIGIN.test(value)) return undefined
  if (!isOrigin(value)) return 'it is not one origin'
  const { protocol, hostname } = new URL(value)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return 'it is not https'
  if (ownOrigins.includes(value)) return 'it is an origin of the service itself'
  return undefined
}

export const submits = { set_organization_feature, remove_organization_feature }
