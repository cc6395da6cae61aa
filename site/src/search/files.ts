/** Fetches the files of the embedded search, texts and answers once per visit. Retries failures. */
import type { AnswersFile, SearchFilesSource, SearchIndexFile, SearchTextsFile } from '@keywright/search'
import { fetchJson } from '../shared/fetchJson.ts'

export const INDEX_PATH = '/search/index.json'
/** @param file number within the page: `/faq.json`, `/faq.1.json` … */
export const textsPath = (route: string, file: number) =>
  `/search/texts${route.endsWith('/') ? `${route}index` : route}${file === 0 ? '' : `.${file}`}.json`
export const answersPath = (file: number) => `/search/answers/${file}.json`

export const fetchedFiles: SearchFilesSource = {
  index() {
    // They may be of an earlier build.
    fetched.clear()
    // Another file in its place, such as a proxy's page, fails as a whole.
    return fetchJson<SearchIndexFile>(INDEX_PATH, { member: 'sections' })
  },
  texts: (route, file) => fetchOnce<SearchTextsFile>(textsPath(route, file)),
  answers: (file) => fetchOnce<AnswersFile>(answersPath(file)),
}

const fetched = new Map<string, Promise<unknown>>()

function fetchOnce<T>(address: string): Promise<T> {
  const known = fetched.get(address)
  if (known) return known as Promise<T>
  const file = fetchJson(address)
  fetched.set(address, file)
  file.catch(() => fetched.delete(address))
  return file as Promise<T>
}
