/** A row that the engine didn't write, or didn't write last; or one that is missing. */
export class RowAltered extends Error {
  override readonly name = 'RowAltered'
  readonly organizationId: string
  readonly table: string
  readonly id: string

  constructor(organizationId: string, table: string, id: string) {
    super(`row ${id} of ${table} in organization ${organizationId} was not written by Keywright`)
    this.organizationId = organizationId
    this.table = table
    this.id = id
  }
}
