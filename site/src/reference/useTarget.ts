import { createContext, useEffect, useRef, useState } from 'react'
import { type CallIndex, callsOf } from './callIndex.ts'
import { partAt, readHash, type Target } from './hash.ts'
import type { Parts } from './loadParts.ts'
import { usePart } from './usePart.ts'

/** The place that the address names, for what has to unfold to show it. */
export const TargetContext = createContext<Target | undefined>(undefined)

/** The place that the address names. */
export function useTarget(index: CallIndex): Target | undefined {
  const [target, setTarget] = useState(() => readHash(location.hash, callsOf(index)))
  useEffect(() => {
    // A new object each time: a second click on a link leads there again.
    const follow = () => setTarget(readHash(location.hash, callsOf(index)))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [index])
  return target
}

/**
 * Brings the place into view when it is named, when it is named again, when the part of the description that has it
 * arrives, and when the filter lets it be seen.
 */
export function useInView(
  target: Target | undefined,
  index: CallIndex,
  parts: Parts,
  isFound: boolean,
): void {
  /** From which the reader has moved on: what arrives later leads nobody back. */
  const left = useRef<Target>(undefined)
  const part = usePart(parts, partAt(index, target), target !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the part the element comes
  useEffect(() => {
    if (!target || !isFound || left.current === target) return
    const element =
      document.getElementById(target.id) ?? (target.call ? document.getElementById(target.call) : null)
    const leave = () => {
      left.current = target
    }
    return element ? holdInView(element, leave) : undefined
  }, [target, part, isFound])
}

/** For as long as what stands above may still be filled in. */
const HELD_MS = 1_500

/** Brings an element into view, and again while calls above it take their place, unless the reader moves. */
function holdInView(element: HTMLElement, onLeave: () => void): () => void {
  const show = () => element.scrollIntoView({ block: 'start' })
  const page = new ResizeObserver(show)
  const left = new AbortController()
  const release = () => {
    page.disconnect()
    left.abort()
    clearTimeout(timer)
  }
  const leave = () => {
    onLeave()
    release()
  }
  const timer = setTimeout(() => page.disconnect(), HELD_MS)
  page.observe(document.body)
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, leave, { passive: true, signal: left.signal })
  show()
  return release
}
