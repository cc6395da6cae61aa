/**
 * Where the files of the embedded search are, and how they are fetched: each once a visit, and again after a failure.
 * Apart from the search itself, so that the index is on its way while the code still arrives.
 */
import type {
  SearchFilesSource,
  SearchIndexFile,
  SearchPartFile,
  SearchTextsFile,
  SearchVocabularyFile,
} from '@keywright/search'
import { fetchJson } from '../ui/fetchJson.ts'

export const INDEX_PATH = '/search/index.json'
export const vocabularyPath = (file: number) => `/search/vocabulary/${file}.json`
export const partPath = (part: number) => `/search/words/${part}.json`
/** @param file which of the page's: `/faq.json`, `/faq.1.json` … */
export const textsPath = (route: string, file: number) =>
  `/search/texts${route.endsWith('/') ? `${route}index` : route}${file === 0 ? '' : `.${file}`}.json`

/** @param base prefix of the files; empty at the site's root */
export function fetchedFiles(base: string): SearchFilesSource {
  return {
    index: () => fetchOnce<SearchIndexFile>(`${base}${INDEX_PATH}`),
    part: (part) => fetchOnce<SearchPartFile>(`${base}${partPath(part)}`),
    vocabulary: (file) => fetchOnce<SearchVocabularyFile>(`${base}${vocabularyPath(file)}`),
    texts: (route, file) => fetchOnce<SearchTextsFile>(`${base}${textsPath(route, file)}`),
  }
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
