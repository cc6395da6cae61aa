/** Waiting with a time limit. */

/** Resolves after the milliseconds; rejects with the signal's reason when the signal is aborted. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>

export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })

/**
 * Runs work under a signal that also fires after the milliseconds, and doesn't wait for work that ignores the signal.
 * @throws what the work throws, the reason of `outer`, or `TIMED_OUT`
 */
export async function within<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let abort = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      // Not passed through the signal, because signals of some native runtimes carry no reason.
      const end = (reason: unknown) => {
        reject(reason)
        controller.abort(reason)
      }
      abort = () => end(outer!.reason)
      timer = setTimeout(() => end(TIMED_OUT), milliseconds)
      outer?.addEventListener('abort', abort)
      if (outer?.aborted) abort()
      else work(controller.signal).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
}

/** The reason of a signal after its timeout. */
export const TIMED_OUT: unique symbol = Symbol('timed out')
