/**
 * Parses the URL's hash: a call (`create_wallet`), a version (`ACTIVITY_TYPE_CREATE_WALLET`), a
 * field of either (`create_wallet.parameters.walletName`), a shared entity or its field (`schema-Activity.votes`), or
 * another heading of the page.
 */
import { idOfHash } from '../config/routes.ts'

export interface ListedCall {
  readonly name: string
  /** Its activity types, oldest first. */
  readonly types: readonly string[]
}

export interface Target {
  /** Id of the element. */
  readonly id: string
  /** The call that contains it. */
  readonly call?: string
  /** The activity type, if the hash names one. */
  readonly type?: string
}

export function readHash(hash: string, calls: readonly ListedCall[]): Target | undefined {
  const id = idOfHash(hash)
  if (!id) return undefined
  const [head] = id.split('.') as [string]
  for (const { name, types } of calls) {
    if (name === head) return { id, call: head }
    if (types.includes(head)) return { id, call: name, type: head }
  }
  return { id }
}
