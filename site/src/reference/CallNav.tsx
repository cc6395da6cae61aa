/** The list of calls: next to the calls on wide screens, in a native popover sheet on narrow ones. */
import type { ReactNode, Ref } from 'react'

const ID = 'call-list'

export function CallNav({
  children,
  ref,
}: {
  readonly children: ReactNode
  readonly ref?: Ref<HTMLElement>
}) {
  return (
    <>
      <button type="button" className="button find-call needs-script" popoverTarget={ID}>
        Find a call
      </button>
      <nav className="reference-nav" id={ID} popover="auto" aria-label="Calls" ref={ref}>
        {children}
      </nav>
    </>
  )
}
