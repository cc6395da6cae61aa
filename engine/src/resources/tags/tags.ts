/** Tags, whatever wears them: the steps that user tags and private key tags share. */
import { ApiError, type Tag } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { TagRow } from '../../store/tables.ts'
import { toTimestamp } from '../../time.ts'
import { refuse } from '../find.ts'
import { assertRoom } from '../limits.ts'
import { claimName, type NamedKind, releaseName } from '../names.ts'

interface Tagged {
  readonly tagType: TagRow['tagType']
  /** How errors call such a tag. */
  readonly kind: NamedKind
}

/** A kind of tag, and how its wearers are read and written. */
export interface TagKind<Wearer> extends Tagged {
  /** @throws ApiError 404 */
  readonly findWearer: (context: Context, id: string) => Promise<Wearer>
  readonly listWearers: (context: Context) => Promise<Wearer[]>
  readonly idOf: (wearer: Wearer) => string
  /** Tag ids. */
  readonly tagsOf: (wearer: Wearer) => readonly string[]
  readonly saveTags: (context: Context, wearer: Wearer, tagIds: readonly string[]) => Promise<void>
}

/**
 * Stores a tag and puts it on its first wearers.
 * @throws ApiError 404 for an unknown wearer, 409 for a taken name, 429 when the organization is full
 */
export async function newTag<Wearer>(
  context: Context,
  kind: TagKind<Wearer>,
  tagName: string,
  wearerIds: readonly string[],
): Promise<string> {
  await assertRoom(context, 'tags')
  const { ids, now, rows } = context
  const tagId = ids.random()
  await claimName(rows, kind.kind, tagName, tagId)
  rows.put('tags', tagId, { tagId, tagName, tagType: kind.tagType, createdAt: now, updatedAt: now })
  for (const id of new Set(wearerIds)) await putOn(context, kind, tagId, id)
  return tagId
}

export interface TagUpdate {
  readonly tagId: string
  readonly newName: string | undefined
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/**
 * Renames a tag, puts it on some wearers and takes it off others. Taking off what is not worn changes nothing.
 * @throws ApiError 404 for an unknown tag or wearer, 409 for a taken name; nothing is changed then
 */
export async function updateTag<Wearer>(
  context: Context,
  kind: TagKind<Wearer>,
  { tagId, newName, add, remove }: TagUpdate,
): Promise<void> {
  const { rows, now } = context
  const tag = await findTag(context, kind, tagId)
  if (newName !== undefined && newName !== tag.tagName) {
    await claimName(rows, kind.kind, newName, tagId)
    releaseName(rows, kind.kind, tag.tagName)
  }
  rows.put('tags', tagId, { ...tag, tagName: newName ?? tag.tagName, updatedAt: now })
  for (const id of new Set(add)) await putOn(context, kind, tagId, id)
  for (const id of new Set(remove)) await takeOff(context, kind, [tagId], await kind.findWearer(context, id))
}

/** @throws ApiError 400 when an id stands in both lists: the two orders would differ */
export function assertDisjoint(add: readonly string[], remove: readonly string[], removeField: string): void {
  const n = remove.findIndex((id) => add.includes(id))
  if (n < 0) return
  const field = `${removeField}.${n}`
  throw new ApiError('DUPLICATE_ENTRY', { field, value: remove[n]!.slice(0, 200) }, { field })
}

/**
 * Deletes tags and takes them off everything that wears them.
 * @returns the ids of those who wore one of them
 * @throws ApiError 404 for an unknown tag; nothing is changed then
 */
export async function removeTags<Wearer>(
  context: Context,
  kind: TagKind<Wearer>,
  tagIds: readonly string[],
): Promise<string[]> {
  for (const tagId of new Set(tagIds)) {
    const { tagName } = await findTag(context, kind, tagId)
    releaseName(context.rows, kind.kind, tagName)
    context.rows.remove('tags', tagId)
  }
  const wearers = (await kind.listWearers(context)).filter((wearer) =>
    kind.tagsOf(wearer).some((tagId) => tagIds.includes(tagId)),
  )
  for (const wearer of wearers) await takeOff(context, kind, tagIds, wearer)
  return wearers.map(kind.idOf)
}

/** All tags of a kind, as the wire spells them. */
export async function listTags({ rows }: Context, { tagType }: Tagged): Promise<Tag[]> {
  const tags = await rows.list('tags')
  return tags.filter((tag) => tag.tagType === tagType).map(presentTag)
}

/** A tag of the other kind is as unknown as any. */
async function findTag(context: Context, kind: Tagged, tagId: string): Promise<TagRow> {
  const tag = await context.rows.get('tags', tagId)
  return tag?.tagType === kind.tagType ? tag : refuse(context, kind.kind, tagId)
}

async function putOn<Wearer>(context: Context, kind: TagKind<Wearer>, tagId: string, wearerId: string) {
  const wearer = await kind.findWearer(context, wearerId)
  const worn = kind.tagsOf(wearer)
  if (!worn.includes(tagId)) await kind.saveTags(context, wearer, [...worn, tagId])
}

async function takeOff<Wearer>(
  context: Context,
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
