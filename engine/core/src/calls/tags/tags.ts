/** Steps that user tags and private key tags share. The wearers of a tag are its users or private keys. */
import { ApiError, type Tag } from '@keywright/contract'
import type { Context, ExecuteContext } from '../../context.ts'
import type { TagRow } from '../../store/tables.ts'
import { toTimestamp } from '../../time.ts'
import { findAll, findTag, type Tagged } from '../find.ts'
import { assertRoom } from '../limits.ts'
import { assertNameFree, claimName, releaseName, renameTo } from '../names.ts'

export interface TagKind<Wearer> extends Tagged {
  /** @throws ApiError 404 */
  readonly findWearer: (context: Context, id: string) => Promise<Wearer>
  readonly listWearers: (context: Context) => Promise<Wearer[]>
  readonly idOf: (wearer: Wearer) => string
  readonly tagsOf: (wearer: Wearer) => readonly string[]
  readonly saveTags: (context: ExecuteContext, wearer: Wearer, tagIds: readonly string[]) => Promise<void>
}

export interface NewTag<Wearer> {
  readonly tagName: string
  readonly wearers: readonly Wearer[]
}

/** @throws ApiError 404 for an unknown wearer, 409 for a taken name, 429 if the organization is full */
export async function checkNewTag<Wearer>(
  context: Context,
  kind: TagKind<Wearer>,
  tagName: string,
  wearerIds: readonly string[],
): Promise<NewTag<Wearer>> {
  const [wearers] = await Promise.all([
    findWearers(context, kind, wearerIds),
    assertRoom(context, 'tags'),
    assertNameFree(context.rows, kind.kind, tagName),
  ])
  return { tagName, wearers }
}

/** Stores a tag and adds it to its first wearers. */
export async function newTag<Wearer>(
  context: ExecuteContext,
  kind: TagKind<Wearer>,
  { tagName, wearers }: NewTag<Wearer>,
): Promise<string> {
  const { ids, now, rows } = context
  const tagId = ids.random()
  await claimName(rows, kind.kind, tagName, tagId)
  rows.put('tags', tagId, { tagId, tagName, tagType: kind.tagType, createdAt: now, updatedAt: now })
  for (const wearer of wearers) await putOn(context, kind, tagId, wearer)
  return tagId
}

export interface TagUpdate {
  readonly tagId: string
  readonly newName: string | undefined
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

export interface FoundTagUpdate<Wearer> {
  readonly tag: TagRow
  readonly newName: string
  readonly add: readonly Wearer[]
  readonly remove: readonly Wearer[]
}

/** @throws ApiError 400 if an id is in both lists, 404 for an unknown tag or wearer, 409 for a taken name */
export async function checkTagUpdate<Wearer>(
  context: Context,
  kind: TagKind<Wearer>,
  { tagId, newName, add, remove }: TagUpdate,
  removeField: string,
): Promise<FoundTagUpdate<Wearer>> {
  assertDisjoint(add, remove, removeField)
  const [tag, toAdd, toRemove] = await Promise.all([
    findTag(context, kind, tagId),
    findWearers(context, kind, add),
    findWearers(context, kind, remove),
    newName === undefined ? undefined : assertNameFree(context.rows, kind.kind, newName, { id: tagId }),
  ])
  return { tag, newName: newName ?? tag.tagName, add: toAdd, remove: toRemove }
}

/** Renames a tag, adds it to some wearers and removes it from others. Removing an absent tag changes nothing. */
export async function updateTag<Wearer>(
  context: ExecuteContext,
  kind: TagKind<Wearer>,
  { tag, newName, add, remove }: FoundTagUpdate<Wearer>,
): Promise<void> {
  const { rows, now } = context
  const { tagId, tagName } = tag
  if (newName !== tagName) await renameTo(rows, kind.kind, { from: tagName, to: newName, id: tagId })
  rows.put('tags', tagId, { ...tag, tagName: newName, updatedAt: now })
  for (const wearer of add) await putOn(context, kind, tagId, wearer)
  for (const wearer of remove) await takeOff(context, kind, [tagId], wearer)
}

/** @throws ApiError 400 if an id is in both lists, because the result would depend on the order */
function assertDisjoint(add: readonly string[], remove: readonly string[], removeField: string): void {
  const added = new Set(add)
  const n = remove.findIndex((id) => added.has(id))
  if (n < 0) return
  const field = `${removeField}.${n}`
  throw new ApiError('DUPLICATE_ENTRY', { field, value: remove[n]!.slice(0, 200) }, { field })
}

export interface FoundTags<Wearer> {
  readonly tags: readonly TagRow[]
  readonly wearers: readonly Wearer[]
}

/** @throws ApiError 404 for an unknown tag */
export async function findTags<Wearer>(
  context: Context,
  kind: TagKind<Wearer>,
  tagIds: readonly string[],
): Promise<FoundTags<Wearer>> {
  const [tags, all] = await Promise.all([
    findAll(context, [...new Set(tagIds)], (tagId) => findTag(context, kind, tagId)),
    kind.listWearers(context),
  ])
  const gone = new Set(tagIds)
  return { tags, wearers: all.filter((wearer) => kind.tagsOf(wearer).some((tagId) => gone.has(tagId))) }
}

/** Deletes tags and removes them from all wearers. @returns the ids of these wearers */
export async function removeTags<Wearer>(
  context: ExecuteContext,
  kind: TagKind<Wearer>,
  { tags, wearers }: FoundTags<Wearer>,
): Promise<string[]> {
  for (const { tagId, tagName } of tags) {
    releaseName(context.rows, kind.kind, tagName)
    context.rows.remove('tags', tagId)
  }
  const tagIds = tags.map(({ tagId }) => tagId)
  for (const wearer of wearers) await takeOff(context, kind, tagIds, wearer)
  return wearers.map(kind.idOf)
}

/** All tags of a kind, as the API returns them. */
export async function listTags({ rows }: Context, { tagType }: Tagged): Promise<Tag[]> {
  const tags = await rows.list('tags')
  return tags.filter((tag) => tag.tagType === tagType).map(presentTag)
}

async function findWearers<Wearer>(
  context: Context,
  kind: TagKind<Wearer>,
  ids: readonly string[],
): Promise<Wearer[]> {
  context.budget.spend('rows', ids.length)
  return findAll(context, [...new Set(ids)], (id) => kind.findWearer(context, id))
}

async function putOn<Wearer>(
  context: ExecuteContext,
  kind: TagKind<Wearer>,
  tagId: string,
  wearer: Wearer,
): Promise<void> {
  const worn = kind.tagsOf(wearer)
  if (!worn.includes(tagId)) await kind.saveTags(context, wearer, [...worn, tagId])
}

async function takeOff<Wearer>(
  context: ExecuteContext,
  kind: TagKind<Wearer>,
  tagIds: readonly string[],
  wearer: Wearer,
) {
  const worn = kind.tagsOf(wearer)
  const kept = worn.filter((tagId) => !tagIds.includes(tagId))
  if (kept.length < worn.length) await kind.saveTags(context, wearer, kept)
}

function presentTag({ tagId, tagName, tagType, createdAt, updatedAt }: TagRow): Tag {
  return { tagId, tagName, tagType, createdAt: toTimestamp(createdAt), updatedAt: toTimestamp(updatedAt) }
}
