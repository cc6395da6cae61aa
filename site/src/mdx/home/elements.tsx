/** Layout elements of the home page. Their text is in the page itself. */

import { Bitting } from '@keywright/ui/bitting'
import { Children, isValidElement, type ReactNode } from 'react'

interface Part {
  readonly children?: ReactNode
}

/** The hero: introduction and transcript. */
export const Opening = ({ children }: Part) => <div className="opening">{children}</div>

/** The two buttons of the hero. The first one scrolls to the tour and starts it. Without scripts, it only scrolls. */
export const Actions = () => (
  <p className="actions">
    <a className="button" data-filled="" href="#try" data-opens="tour">
      Run it in this page
    </a>{' '}
    <a className="button" href="/getting-started/quickstart">
      Quickstart
    </a>
  </p>
)

/** A row of columns. */
export function Columns({ children }: Part) {
  // Count here, because counting in CSS shifts the layout when another style sheet loads.
  const count = Children.toArray(children).filter((child) => isValidElement(child)).length
  return (
    <div className="columns" data-count={count}>
      {children}
    </div>
  )
}

interface ColumnProps extends Part {
  readonly title: string
  /** Target of the title link. */
  readonly href?: string
  /** Bullet style: done or to do. */
  readonly marks?: string
}

/** One column, with its own key. */
export function Column({ title, href, marks, children }: ColumnProps) {
  return (
    <section className="column" data-marks={marks}>
      <Bitting of={href ?? title} />
      <h3>{href ? <a href={href}>{title}</a> : title}</h3>
      {children}
    </section>
  )
}
