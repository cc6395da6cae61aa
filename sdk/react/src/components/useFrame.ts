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
  /** Loads the frame, replacing any existing one. @throws FrameError */
  open(): Promise<IframeClient>
  close(): void
}

export function useFrame({ isOpaque }: FrameOptions): Frame {
  const { keywright } = useStore()
  const container = useRef<HTMLDivElement>(null)
  const id = useId()
  const current = useRef<Promise<IframeClient>>(undefined)
  const opened = useRef(0)

  const close = useCallback(() => {
    // A frame that is still loading is removed after it has loaded.
    current.current?.then(
      (frame) => frame.destroy(),
      () => {},
    )
    current.current = undefined
  }, [])
  useEffect(() => close, [close])

  const open = useCallback(() => {
    close()
    current.current = keywright.iframeClient({
      iframeContainer: container.current,
      // A new id each time, because the previous frame may not be removed yet.
      iframeElementId: `keywright${id}${++opened.current}`,
      ...(isOpaque !== undefined && { isOpaque }),
    })
    return current.current
  }, [keywright, id, isOpaque, close])

  return { container, open, close }
}

/** Use it as the key of what displays secrets: for another user, nothing of the previous one stays. */
export function useOwner(): string {
  const session = useSession()
  return session.status === 'signed-in' ? session.userId : ''
}
