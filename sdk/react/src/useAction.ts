/** A user action: one at a time, aborted when its component unmounts, never rejecting. */
import { isKeywrightError, KeywrightError } from '@keywright/client'
import { useCallback, useEffect, useRef, useState } from 'react'

export type ActionState<Output> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'done'; readonly result: Output }
  /** The user closed the prompt, or the work was aborted. */
  | { readonly status: 'cancelled'; readonly error: KeywrightError }
  /** Others must approve: `error.fingerprint` identifies the activity, `error.resume()` waits. Don't run the action again. */
  | { readonly status: 'needs-consensus'; readonly error: KeywrightError }
  | { readonly status: 'failed'; readonly error: KeywrightError }

export type Action<Input extends readonly unknown[], Output> = ActionState<Output> & {
  /** Resolves to undefined on failure; see the state for the reason. While pending, returns the same promise. */
  readonly run: (...input: Input) => Promise<Output | undefined>
  readonly reset: () => void
}

interface Run<Output> {
  readonly controller: AbortController
  promise?: Promise<Output | undefined>
}

/**
 * Turns work of your own into an action, with the same statuses as those of the SDK.
 * @param work called by `run`; pass the signal on, because it aborts when the component unmounts
 */
export function useAction<Input extends readonly unknown[], Output>(
  work: (signal: AbortSignal, ...input: Input) => Promise<Output>,
): Action<Input, Output> {
  const [state, setState] = useState<ActionState<Output>>({ status: 'idle' })
  const latest = useRef(work)
  const under = useRef<Run<Output>>(undefined)
  useEffect(() => {
    latest.current = work
  })
  const run = useCallback((...input: Input): Promise<Output | undefined> => {
    if (under.current) return under.current.promise!
    const controller = new AbortController()
    // Before the work begins, because it can end without an await.
    const own: Run<Output> = { controller }
    under.current = own
    const settle = (next: ActionState<Output>) => {
      if (under.current !== own) return
      under.current = undefined
      setState(next)
    }
    const attempt = async (): Promise<Output | undefined> => {
      try {
        const result = await latest.current(controller.signal, ...input)
        settle({ status: 'done', result })
        return result
      } catch (caught) {
        const error = toKeywrightError(caught)
        settle({ status: statusOf(error), error })
        return undefined
      }
    }
    setState({ status: 'pending' })
    own.promise = attempt()
    return own.promise
  }, [])

  const reset = useCallback(() => {
    under.current?.controller.abort()
    under.current = undefined
    setState({ status: 'idle' })
  }, [])
  // A component in a hidden `<Activity>` keeps its state, so an aborted action must not stay pending.
  useEffect(() => () => void (under.current && reset()), [reset])

  return { ...state, run, reset }
}

function statusOf(error: KeywrightError): 'cancelled' | 'needs-consensus' | 'failed' {
  if (isKeywrightError(error, 'PASSKEY_CANCELLED', 'WALLET_REJECTED', 'ABORTED')) return 'cancelled'
  // EIP-1193: the user rejected the request.
  if (causesOf(error).some(({ code }) => code === 4001)) return 'cancelled'
  return isKeywrightError(error, 'CONSENSUS_NEEDED') ? 'needs-consensus' : 'failed'
}

/** The error of the SDK, also if viem or wagmi wrapped it; otherwise `UNEXPECTED`. */
export function toKeywrightError(error: unknown): KeywrightError {
  const known = causesOf(error).find((each) => isKeywrightError(each))
  if (known) return known as unknown as KeywrightError
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  // Browsers report an abort in this way, and applications a window that the user has closed.
  return new KeywrightError(name === 'AbortError' ? 'ABORTED' : 'UNEXPECTED', message, { cause: error })
}

/** Bounds a chain that leads back to itself. */
const MAX_CAUSES = 20

/** The error, and the errors that it wraps. */
function causesOf(error: unknown): (Error & { readonly code?: unknown })[] {
  const causes: Error[] = []
  for (let each = error; each instanceof Error && causes.length < MAX_CAUSES; each = each.cause) {
    causes.push(each)
  }
  return causes
}
