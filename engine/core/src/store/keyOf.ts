/** One string that identifies a row within an organization. */
export const keyOf = (table: string, id: string): string => `${table}\0${id}`
