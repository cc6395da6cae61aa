/** The frame that displays secrets and asks for them. Created on a click, removed with its component. */
import type { IframeClient } from '@keywright/browser'
import { type RefObject, useCallback, useEffect, useId, useRef } from 'react'
import { useSession, useStore } from '../KeywrightProvider.tsx'

export interface FrameOptions {
  /** As in the frame's stamper: an opaque origin, for development without a second domain. */
  readonly isOpaque?: boolean
}

export interface Frame {
  readonly container: RefObject<HTMLDivElement | null>
  /** Loads the frame, replacing any existing one, and removes it if `fill` fails or `signal` is aborted. @throws FrameError */
  open<T>(signal: AbortSignal, fill: (frame: IframeClient) => Promise<T>): Promise<T>
  close(): void
}

/** @param onRemoved called when a frame disappears with its component, or because the component is hidden */
export function useFrame({ isOpaque }: FrameOptions, onRemoved: () => void): Frame {
  const { keywright } = useStore()
  const container = useRef<HTMLDivElement>(null)
  const id = useId()
  const current = useRef<AbortController>(undefined)
  const removed = useRef(onRemoved)
  useEffect(() => {
    removed.current = onRemoved
  })

  const close = useCallback(() => {
    current.current?.abort()
    current.current = undefined
  }, [])
  useEffect(
    () => () => {
      if (!current.current) return
      close()
      removed.current()
    },
    [close],
  )

  const open = useCallback(
    async <T>(signal: AbortSignal, fill: (frame: IframeClient) => Promise<T>): Promise<T> => {
      signal.throwIfAborted()
      close()
      const own = new AbortController()
      current.current = own
      const remove = () => own.abort()
      signal.addEventListener('abort', remove)
      try {
        const frame = await keywright.iframeClient({
          iframeContainer: container.current,
          iframeElementId: `keywright${id}`,
          signal: own.signal,
          ...(isOpaque !== undefined && { isOpaque }),
        })
        own.signal.throwIfAborted()
        return await fill(frame)
      } catch (error) {
        remove()
        throw error
      }
    },
    [keywright, id, isOpaque, close],
  )

  return { container, open, close }
}

/** Use it as the key of what displays secrets: for another user, nothing of the previous one stays. */
export function useOwner(): string {
  const session = useSession()
  return session.status === 'signed-in' ? session.userId : ''
}
