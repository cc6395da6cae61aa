import { exampleFile, type RunnableExample } from '../sandbox/exampleFile.ts'
import { fetchJson } from '../ui/fetchJson.ts'

const fetched = new Map<string, Promise<RunnableExample>>()

/** Fetches an example as the build left it, once. @throws Error that says which file is not there */
export function prepareExample(id: string): Promise<RunnableExample> {
  const known = fetched.get(id)
  if (known) return known
  const fetching = fetchJson<RunnableExample>(exampleFile(id), { member: 'compiled' })
  fetched.set(id, fetching)
  // What could not be had is asked for again.
  fetching.catch(() => fetched.delete(id))
  return fetching
}
