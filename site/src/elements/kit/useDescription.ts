/** The API description of this site, as the reference reads it: one file, fetched when an element first asks. */
import { useCallback } from 'react'
import type { ApiDescription } from '../../reference/description.ts'
import { fetchJson } from '../../ui/fetchJson.ts'
import { useComputed } from './useTask.ts'

let fetching: Promise<ApiDescription> | undefined

function description(): Promise<ApiDescription> {
  fetching ??= fetchJson<ApiDescription>('/openapi.json', { member: 'paths' })
  fetching.catch(() => {
    fetching = undefined
  })
  return fetching
}

export const useDescription = () => useComputed(useCallback(description, []))
