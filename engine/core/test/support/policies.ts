/** Policies for tests. */
import type { Client } from './client.ts'

let created = 0

/** Creates a policy with a name that no other one has. */
const creating =
  (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY') =>
  (client: Client, condition = 'true', consensus = 'true') =>
    client.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: `test policy ${++created}`,
      effect,
      condition,
      consensus,
    })
export const allow = creating('EFFECT_ALLOW')
export const deny = creating('EFFECT_DENY')
