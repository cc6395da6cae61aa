import { useEffect, useSyncExternalStore } from 'react'
import type { PartState, Parts } from './loadParts.ts'

/** A part of the description, asked for once it is wanted. */
export function usePart(parts: Parts, name: string, isWanted: boolean): PartState {
  const state = useSyncExternalStore(parts.subscribe, () => parts.state(name))
  useEffect(() => {
    if (isWanted) void parts.load(name)
  }, [parts, name, isWanted])
  return state
}
