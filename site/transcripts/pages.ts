/** The pages that have a transcript. */
import { readPageSources } from '../builder/content/pageSources.ts'
import { readTranscript } from './readTranscript.ts'

/** Sorted by file. */
export const readTranscriptPages = () =>
  readPageSources()
    .map((page) => ({ ...page, steps: readTranscript(page.source) }))
    .filter(({ steps }) => steps.length > 0)
