/** Fetches the files of the embedded search, texts and answers once per visit. Retries failures. */
import type { SearchFilesSource } from '@keywright/search'
import { fetchJson } from '../shared/fetchJson.ts'

export const fileOf = (path: string) => `/search/${path}.json`
export const INDEX_PATH = fileOf('index')

const fetched = new Map<string, Promise<unknown>>()

export const fetchSearchFile: SearchFilesSource = <File>(path: string) => {
  const address = fileOf(path)
  // The others may be of an earlier build.
  if (address === INDEX_PATH) fetched.clear()
  const file = fetched.get(address) ?? fetchJson(address)
  fetched.set(address, file)
  file.catch(() => fetched.delete(address))
  return file as Promise<File>
}
