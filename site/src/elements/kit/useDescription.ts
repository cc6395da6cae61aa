/** The API description of this site, as the reference reads it: one file, fetched when an element first asks. */
import { useCallback } from 'react'
import { type ApiDescription, fetchDescription } from '../../reference/description.ts'
import { useComputed } from './useTask.ts'

let fetching: Promise<ApiDescription> | undefined

function description(): Promise<ApiDescription> {
  fetching ??= fetchDescription('/openapi.json')
  fetching.catch(() => {
    fetching = undefined
  })
  return fetching
}

export const useDescription = () => useComputed(useCallback(description, []))
