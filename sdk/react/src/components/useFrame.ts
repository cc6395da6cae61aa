/** The frame that shows secrets and asks for them: put in by a click, taken out when its component goes. */
import type { IframeClient } from '@keywright/browser'
import { type RefObject, useCallback, useEffect, useId, useRef } from 'react'
import { useStore } from '../KeywrightProvider.tsx'

export interface FrameOptions {
  /** As in the frame's stamper: an opaque origin, for development without a second domain. */
  readonly isOpaque?: boolean
}

export interface Frame {
  readonly container: RefObject<HTMLDivElement | null>
  /** Loads it, in place of one that is there. @throws FrameError */
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
    // One that is still loading goes when it has loaded.
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
      // Another each time: the one before may still be on its way out.
      iframeElementId: `keywright${id}${++opened.current}`,
      ...(isOpaque !== undefined && { isOpaque }),
    })
    return current.current
  }, [keywright, id, isOpaque, close])

  return { container, open, close }
}
