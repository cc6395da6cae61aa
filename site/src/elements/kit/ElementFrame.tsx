/** What every interactive element stands in: its name, Reset, a body of fixed height that scrolls by itself. */
import { createContext, type ReactNode, use, useId } from 'react'
import { useSite } from '../../shell/services.ts'

/** The name under which the page announced the element. */
export const ElementTitle = createContext('')

interface ElementFrameProps {
  /** Controls next to Reset. */
  readonly actions?: ReactNode
  readonly onReset: () => void
  readonly children: ReactNode
}

export function ElementFrame({ actions, onReset, children }: ElementFrameProps) {
  const id = useId()
  const title = use(ElementTitle)
  const { announce } = useSite()
  return (
    <section className="element" aria-labelledby={id}>
      <header className="element-head">
        <p className="element-title" id={id}>
          {title}
        </p>
        {actions}
        <button
          type="button"
          className="button"
          onClick={() => {
            onReset()
            announce(`${title}: as at first.`)
          }}
        >
          Reset
        </button>
      </header>
      <div className="element-body">{children}</div>
    </section>
  )
}
