/** One text for a row of an organization. */
export const keyOf = (table: string, id: string): string => `${table}\0${id}`
