import { useCallback, useEffect, useRef, useState } from 'react'
import { copyText, SAID_MS } from './clipboard.ts'

export type CopyState = 'idle' | 'copied' | 'refused'

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
    const outcome = (await copyText(text)) ? 'copied' : 'refused'
    if (!mounted.current) return outcome
    setState(outcome)
    // A second copy is told for its own two seconds.
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), SAID_MS)
    return outcome
  }, [])
  return { state, copy }
}
