/** Tags on users and private keys. */
import { object } from '../define.ts'
import { TagType } from '../enumSchemas.ts'
import { id, name } from '../scalars.ts'
import { Timestamp } from './common.ts'

export const Tag = object({
  tagId: id,
  tagName: name,
  tagType: TagType,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
