import { createContext, useEffect, useRef, useState } from 'react'
import { hold } from '../shared/hold.ts'
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
    // The page has returned to what the reader read after following the link.
    if (document.documentElement.hasAttribute('data-restored')) left.current = target
    if (!target || left.current === target) return
    const element =
      document.getElementById(target.id) ?? (target.call ? document.getElementById(target.call) : null)
    const leave = () => {
      left.current = target
    }
    return element ? hold(() => distanceToStart(element), leave) : undefined
  }, [target, description])
}

/**
 * How far to scroll, so that an element starts where the style sheet lets targets start. 0 if a filter hides it, because
 * it has no place then.
 */
const distanceToStart = (element: HTMLElement): number =>
  element.closest('[hidden]')
    ? 0
    : element.getBoundingClientRect().top -
      Number.parseFloat(getComputedStyle(element).scrollMarginTop) -
      (Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0)
