import { createContext, useEffect, useRef, useState } from 'react'
import type { ApiDescription } from './description.ts'
import { type ListedCall, readHash, type Target } from './hash.ts'

/** The target of the URL, for fields that must expand to show it. */
export const TargetContext = createContext<Target | undefined>(undefined)

/** The target of the URL's hash. */
export function useTarget(calls: readonly ListedCall[]): Target | undefined {
  const [target, setTarget] = useState(() => readHash(location.hash, calls))
  useEffect(() => {
    // A new object each time, so that a second click on a link scrolls there again.
    const follow = () => setTarget(readHash(location.hash, calls))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [calls])
  return target
}

/** Scrolls the target into view when the reader follows a link to it and when the description loads. */
export function useInView(target: Target | undefined, description: ApiDescription | undefined): void {
  /** The target that the reader left, so that a late description doesn't scroll back. */
  const left = useRef<Target>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element arrives with the description
  useEffect(() => {
    if (!target || left.current === target) return
    const element =
      document.getElementById(target.id) ?? (target.call ? document.getElementById(target.call) : null)
    const leave = () => {
      left.current = target
    }
    return element ? holdInView(element, leave) : undefined
  }, [target, description])
}

/** How long calls above may still render and shift the target. */
const HELD_MS = 1_500

/** Keeps an element in view while calls above it render, unless the reader scrolls. */
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
