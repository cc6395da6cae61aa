/**
 * Texts are selected as bytes (`CAST(… AS BLOB)`) and decoded here, because libsql ends the process on a text that isn't
 * UTF-8, as a damaged file may have.
 */
import { isUtf8 } from 'node:buffer'
import { type Json, RowAltered, rowValue, UNREADABLE } from '@keywright/engine'

/** null in a damaged row. */
export type Bytes = Buffer | null

/** Organization, table and ID of a row, as far as they are known. */
export type Key = readonly (string | Bytes)[]

export const isText = (bytes: Bytes): bytes is Buffer => bytes !== null && isUtf8(bytes)

export const storedValue = (bytes: Bytes): Json => (isText(bytes) ? rowValue(bytes.toString()) : UNREADABLE)

/** @param key of the row that has the text @throws RowAltered */
export function textOf(bytes: Bytes, key: Key): string {
  if (isText(bytes)) return bytes.toString()
  const [organization, table, id] = key.map(String)
  throw new RowAltered(organization!, table!, id!)
}
