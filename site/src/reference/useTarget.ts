import { createContext, useEffect, useState } from 'react'
import type { ApiDescription } from './description.ts'
import { readHash, type Target } from './hash.ts'

/** The place that the address names, for what has to unfold to show it. */
export const TargetContext = createContext<Target | undefined>(undefined)

/** The place that the address names; it is brought into view when it is named and when it is named again. */
export function useTarget(description: ApiDescription): Target | undefined {
  const [target, setTarget] = useState(() => readHash(location.hash, description))
  useEffect(() => {
    // A new object each time: a second click on a link leads there again.
    const follow = () => setTarget(readHash(location.hash, description))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [description])
  useEffect(() => {
    const element = target && document.getElementById(target.id)
    return element ? holdInView(element) : undefined
  }, [target])
  return target
}

/** For as long as what stands above may still be filled in. */
const HELD_MS = 1_500

/** Brings an element into view, and again while calls above it take their place, unless the reader moves. */
function holdInView(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView({ block: 'start' })
  const page = new ResizeObserver(show)
  const left = new AbortController()
  const release = () => {
    page.disconnect()
    left.abort()
    clearTimeout(timer)
  }
  const timer = setTimeout(release, HELD_MS)
  page.observe(document.body)
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, release, { passive: true, signal: left.signal })
  show()
  return release
}
