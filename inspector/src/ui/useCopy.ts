import { useCallback, useEffect, useRef, useState } from 'react'

export type CopyState = 'idle' | 'copied' | 'refused'

const SHOWN_MS = 2_000

/**
 * Copies text to the clipboard and tells how it went, for two seconds. Where there is no clipboard, as on a page that
 * is served without TLS, or where it is forbidden, the state is `refused`; nothing is thrown.
 */
export function useCopy(): {
  readonly state: CopyState
  readonly copy: (text: string) => Promise<CopyState>
} {
  const [state, setState] = useState<CopyState>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      clearTimeout(timer.current)
    }
  }, [])
  const copy = useCallback(async (text: string) => {
    const outcome = await writeClipboard(text)
    if (!mounted.current) return outcome
    setState(outcome)
    // A second copy is told for its own two seconds.
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), SHOWN_MS)
    return outcome
  }, [])
  return { state, copy }
}

async function writeClipboard(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'refused'
  }
}
