/** The plain elements of a page: steps, details, cards, keys, tables, headings, code. */
import type { ReactNode } from 'react'

interface Box {
  readonly children?: ReactNode
}

/** Around an ordered list: its items become numbered steps on a line. */
export function Steps({ children }: Box) {
  return <div className="steps">{children}</div>
}

export function Details({ summary, children }: Box & { readonly summary: string }) {
  return (
    <details className="details">
      <summary>{summary}</summary>
      <div className="details-body">{children}</div>
    </details>
  )
}

export function Cards({ children }: Box) {
  return <ul className="cards">{children}</ul>
}

/** A link to a page with one line on it. */
export function Card({ href, title, children }: Box & { readonly href: string; readonly title: string }) {
  return (
    <li className="card">
      <a href={href}>{title}</a>
      <div className="card-text">{children}</div>
    </li>
  )
}

export function Kbd({ children }: Box) {
  return <kbd>{children}</kbd>
}

/** A table inside a box that scrolls by itself on narrow screens and by keyboard. */
export function TableScroll({ label, children }: Box & { readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a group and not a landmark, of which a page would have dozens
    <div className="table-scroll" tabIndex={0} role="group" aria-label={label}>
      {children}
      {/* The style sheet waits for it. */}
      <span className="arrived" hidden />
    </div>
  )
}

interface HeadingProps extends Box {
  readonly id?: string
}

/** Headings carry a link to themselves. */
export const headings = { h2: headingOf('h2'), h3: headingOf('h3'), h4: headingOf('h4') }

function headingOf(Level: 'h2' | 'h3' | 'h4') {
  return function Heading({ id, children }: HeadingProps) {
    return (
      <Level id={id}>
        {children}
        {id !== undefined && (
          <a className="anchor" href={`#${id}`} aria-label="Link to this section">
            #
          </a>
        )}
      </Level>
    )
  }
}

interface CodeBlockProps {
  readonly code: string
  readonly lang: string
  /** Numbers of marked lines, from 1, separated by commas. */
  readonly marks?: string
  /** How many lines at the top are hidden until the reader asks for them. */
  readonly fold?: number
  readonly label?: string
  readonly title?: string
  /** Given where it is typed or printed in a terminal: search reads what the page says about it. */
  readonly terminal?: string
}

/** A block of code. The script copies the text. */
export function CodeBlock({ code, lang, marks, fold, label, title, terminal }: CodeBlockProps) {
  const head = title !== undefined || (label ?? '') !== ''
  return (
    <figure className={terminal === undefined ? 'code' : 'code generated'} data-lang={lang}>
      {head && (
        <figcaption>
          <span className="code-title">{title}</span>
          <span className="code-lang">{label}</span>
        </figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code data-code={lang} data-marks={marks} data-fold={fold}>
          {code}
        </code>
      </pre>
      <button className="copy needs-script" type="button" data-copy="">
        Copy
      </button>
    </figure>
  )
}

interface DiagramProps {
  /** The drawing, trusted build output. */
  readonly svg: string
  readonly title: string
}

/** A drawing with its caption; scrolls in its own box where the screen is narrower than its text allows. */
export function Diagram({ svg, title }: DiagramProps) {
  return (
    <figure className="diagram">
      {/* biome-ignore lint/a11y/useSemanticElements: a group and not a landmark */}
      <div
        className="diagram-scroll"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Diagram: ${title}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own build, escaped there
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <figcaption>{title}</figcaption>
    </figure>
  )
}
