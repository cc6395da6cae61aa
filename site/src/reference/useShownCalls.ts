import { useCallback, useEffect, useRef, useState } from 'react'

/** Distance from the viewport at which calls render. */
const NEAR = '1200px 0px'
/** The current call covers a line a quarter down the viewport. */
const READ = '-25% 0px -74% 0px'

export interface ShownCalls {
  /** Calls that came near the viewport. They stay rendered. */
  readonly near: ReadonlySet<string>
  /** The current call. */
  readonly current: string | undefined
  /** Watches the section of a call, whose id is the call's name. */
  readonly watch: (element: HTMLElement | null) => void
}

/** Tracks which calls are near the viewport and which one is current. */
export function useShownCalls(): ShownCalls {
  const [near, setNear] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string>()
  const sections = useRef(new Set<HTMLElement>())
  const observers = useRef<readonly IntersectionObserver[]>([])

  useEffect(() => {
    const shown = (entries: readonly IntersectionObserverEntry[]) =>
      entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target.id)
    const nearness = new IntersectionObserver(
      (entries) => {
        const names = shown(entries)
        if (names.length > 0) setNear((before) => new Set([...before, ...names]))
      },
      { rootMargin: NEAR },
    )
    const reading = new IntersectionObserver(
      (entries) => {
        const [name] = shown(entries)
        if (name) setCurrent(name)
      },
      { rootMargin: READ },
    )
    observers.current = [nearness, reading]
    for (const element of sections.current) for (const one of observers.current) one.observe(element)
    return () => {
      for (const one of observers.current) one.disconnect()
      observers.current = []
    }
  }, [])

  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    sections.current.add(element)
    for (const one of observers.current) one.observe(element)
    return () => {
      sections.current.delete(element)
      for (const one of observers.current) one.unobserve(element)
    }
  }, [])
  return { near, current, watch }
}
