/** Reads an object by id, or throws. */
import { ApiError } from '@keywright/contract'
import type { CheckContext, Context } from '../context.ts'
import type { Tables, TagRow, UserRow } from '../store/tables.ts'
import type { NamedKind } from './names.ts'

const KINDS = {
  wallets: 'wallet',
  walletAccounts: 'wallet account',
  privateKeys: 'private key',
  policies: 'policy',
  tags: 'tag',
  invitations: 'invitation',
  webhookEndpoints: 'webhook endpoint',
  smartContractInterfaces: 'contract interface',
} as const

/** @throws ApiError 404 with kind and id */
export async function find<T extends keyof typeof KINDS>(
  context: Context,
  table: T,
  id: string,
): Promise<Tables[T]> {
  return (await context.rows.get(table, id)) ?? refuse(context, KINDS[table], id)
}

/** Objects that are searched together: more than most requests name. */
const PIECE = 200

/**
 * Finds the objects of a list in pieces. A list with an unknown id ends early, and other requests don't wait for a long one.
 * @param findOne throws if there is no such object
 */
export async function findAll<T>(
  { budget }: Pick<Context, 'budget'>,
  ids: readonly string[],
  findOne: (id: string) => Promise<T>,
): Promise<T[]> {
  const found: T[] = []
  for (let from = 0; from < ids.length; from += PIECE) {
    const piece = ids.slice(from, from + PIECE)
    for (const one of await Promise.all(piece.map(findOne))) found.push(one)
    budget.worked(piece.length * FIND_COST)
    await budget.rest()
  }
  return found
}

/** Approximate cost of finding an object, in microseconds. */
const FIND_COST = 30

export interface Tagged {
  readonly tagType: TagRow['tagType']
  /** The name of such tags in errors. */
  readonly kind: NamedKind
}

export const USER_TAGS: Tagged = { tagType: 'TAG_TYPE_USER', kind: 'user tag' }
export const PRIVATE_KEY_TAGS: Tagged = { tagType: 'TAG_TYPE_PRIVATE_KEY', kind: 'private key tag' }

/** Treats tags of the other kind as unknown. @throws ApiError 404 with kind and id */
export async function findTag(context: Context, { tagType, kind }: Tagged, tagId: string): Promise<TagRow> {
  const tag = await context.rows.get('tags', tagId)
  return tag?.tagType === tagType ? tag : refuse(context, kind, tagId)
}

/** @throws ApiError 404 with user and organization */
export async function findUser({ rows, organization }: Context, userId: string): Promise<UserRow> {
  const user = await rows.get('users', userId)
  if (user) return user
  throw new ApiError('USER_NOT_FOUND', { userId, organizationId: organization.organizationId })
}

/** Whether the submitter is this user, who needs no grant for their own data. */
export const isSubmitter = ({ submitter }: CheckContext, userId: string): boolean =>
  submitter.user.userId === userId

/** The 404 of an object without its own table, such as a credential of a user. */
export function refuse({ organization }: Context, kind: string, id: string): never {
  throw new ApiError('RESOURCE_NOT_FOUND', { kind, id, organizationId: organization.organizationId })
}
