/** What the home page is composed of. Each keeps its words in the page's own text. */
import { Children, isValidElement, type ReactNode } from 'react'
import { Bitting } from '../shell/Bitting.tsx'

interface Part {
  readonly children?: ReactNode
}

/** What is read first: what this is, beside a transcript that shows it. */
export const Opening = ({ children }: Part) => <div className="opening">{children}</div>

/** The two ways to begin. The first scrolls to the live place and starts it; without scripts it only scrolls. */
export const Actions = () => (
  <p className="actions">
    <a className="button" data-filled="" href="#try" data-opens="tour">
      Run it in this page
    </a>
    <a className="button" href="/getting-started/quickstart">
      Quickstart
    </a>
  </p>
)

/** Things of one kind beside each other. */
export function Columns({ children }: Part) {
  // Counted here: a style sheet that counts moves what is shown when another one arrives.
  const count = Children.toArray(children).filter((child) => isValidElement(child)).length
  return (
    <div className="columns" data-count={count}>
      {children}
    </div>
  )
}

interface ColumnProps extends Part {
  readonly title: string
  /** Where the title leads. */
  readonly href?: string
  /** What stands before each of its points: done, or still to do. */
  readonly marks?: string
}

/** One of them, under a key of its own. */
export function Column({ title, href, marks, children }: ColumnProps) {
  return (
    <section className="column" data-marks={marks}>
      <Bitting of={href ?? title} />
      <h3>{href ? <a href={href}>{title}</a> : title}</h3>
      {children}
    </section>
  )
}
