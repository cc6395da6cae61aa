/**
 * What the part of the address after `#` points to: a call (`create_wallet`), a version (`ACTIVITY_TYPE_CREATE_WALLET`), a
 * field of either (`create_wallet.parameters.walletName`), a shared entity or its field (`schema-Activity.votes`), or
 * another heading of the page.
 */
import { idOfHash } from '../app/routes.ts'
import type { ApiDescription } from './description.ts'

export interface Target {
  /** Id of the element. */
  readonly id: string
  /** The call that holds it. */
  readonly call?: string
  /** The activity type whose fields it is about, where it names one. */
  readonly type?: string
}

export function readHash(hash: string, description: ApiDescription): Target | undefined {
  const id = idOfHash(hash)
  if (!id) return undefined
  const [head] = id.split('.') as [string]
  for (const { post } of Object.values(description.paths)) {
    if (post.operationId === head) return { id, call: head }
    if (post['x-call'].versions?.some(({ type }) => type === head))
      return { id, call: post.operationId, type: head }
  }
  return { id }
}
