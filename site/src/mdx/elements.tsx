/** The plain elements of a page: steps, details, cards, keys, tables, headings, code. */
import type { ReactNode } from 'react'

interface Box {
  readonly children?: ReactNode
}

/** Renders an ordered list as connected steps. */
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

/** A link to a page with a one-line description. */
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

/** A table in a scrolling region that is reachable by keyboard. */
export function TableScroll({ label, children }: Box & { readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a group and not a landmark, of which a page would have dozens
    <div className="table-scroll" tabIndex={0} role="group" aria-label={label}>
      {children}
      {/* Marker for the style sheet. */}
      <span className="arrived" hidden />
    </div>
  )
}

interface HeadingProps extends Box {
  readonly id?: string
}

/** Headings with an anchor link. */
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
  /** Numbers of marked lines, starting at 1, separated by commas. */
  readonly marks?: string
  /** Number of lines at the top that stay hidden until the reader opens them. */
  readonly fold?: number
  /** Name of the language, next to the title. */
  readonly label?: string
  readonly title?: string
  /** Set for terminal input or output, which search ignores in favor of the surrounding text. */
  readonly terminal?: string
}

/** A code block. The page's script handles the copy button. */
export function CodeBlock({ code, lang, marks, fold, label, title, terminal }: CodeBlockProps) {
  return (
    <figure className={terminal === undefined ? 'code' : 'code generated'} data-lang={lang}>
      {title !== undefined && (
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
  /** Trusted SVG from the build. */
  readonly svg: string
  readonly title: string
}

/** A diagram with caption that scrolls on narrow screens. */
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
      <figcaption>
        <DiagramKey svg={svg} />
        {title}
      </figcaption>
    </figure>
  )
}

/** What the marks and colors of a diagram mean. */
function DiagramKey({ svg }: { readonly svg: string }) {
  const used = DIAGRAM_TONES.filter(([tone]) => svg.includes(`tone-${tone}`))
  if (used.length === 0) return null
  return (
    <span className="diagram-key generated">
      {used.map(([tone, mark]) => (
        <span key={tone} className={`tone-${tone}`}>
          <span aria-hidden="true">{mark}</span> {tone}
        </span>
      ))}
    </span>
  )
}

const DIAGRAM_TONES = [
  ['signed', '◆'],
  ['verified', '✓'],
  ['refused', '✕'],
] as const
