/** Frame of every interactive element: title, Reset button and a scrolling body of fixed height. */
import { createContext, type ReactNode, use, useId } from 'react'
import { useSite } from '../../shared/services.ts'

/** The element's title on the page. */
export const ElementTitle = createContext('')

interface ElementFrameProps {
  readonly onReset: () => void
  readonly children: ReactNode
}

export function ElementFrame({ onReset, children }: ElementFrameProps) {
  const id = useId()
  const title = use(ElementTitle)
  const { announce } = useSite()
  return (
    <section className="element" aria-labelledby={id}>
      <header className="element-head">
        <p className="element-title" id={id}>
          {title}
        </p>
        <button
          type="button"
          className="button"
          onClick={() => {
            onReset()
            announce(`${title} reset.`)
          }}
        >
          Reset
        </button>
      </header>
      <div className="element-body">{children}</div>
    </section>
  )
}
