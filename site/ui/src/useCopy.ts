import { useCallback, useEffect, useRef, useState } from 'react'
import { copyText, SAID_MS } from './clipboard.ts'

export type CopyState = 'idle' | 'copied' | 'refused'

/**
 * Copies text to the clipboard and reports the outcome for two seconds. The state is `refused` if the clipboard is
 * blocked or missing, as on a page served without TLS. Never throws.
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
    // A second copy restarts the two seconds.
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), SAID_MS)
    return outcome
  }, [])
  return { state, copy }
}
