import { fetchJson } from '../../shared/fetchJson.ts'
import { exampleFile, type RunnableExample } from '../sandbox/exampleFile.ts'

const fetched = new Map<string, Promise<RunnableExample>>()

/** Fetches a built example, once. @throws Error that names a missing file */
export function prepareExample(id: string): Promise<RunnableExample> {
  const known = fetched.get(id)
  if (known) return known
  const fetching = fetchJson<RunnableExample>(exampleFile(id), { member: 'compiled' })
  fetched.set(id, fetching)
  // Retry a failed fetch next time.
  fetching.catch(() => fetched.delete(id))
  return fetching
}
