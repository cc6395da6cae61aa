/** Layout of an example, the same before scripts load and while it runs. */
import type { ReactNode, Ref, SyntheticEvent } from 'react'
import { breakable } from '../../shared/InlineCode.tsx'
import { CHECKOUT } from './runLocally.ts'

interface ExampleFrameProps {
  readonly title: string
  /** Action buttons. */
  readonly actions: ReactNode
  /** The source, or the editor. */
  readonly code: ReactNode
  /** One line above the output. */
  readonly status: ReactNode
  /** The signers that a run has verified. */
  readonly verdict?: ReactNode
  /** Whether a run has started. On phones, its result is then next to Run. */
  readonly hasRun?: boolean
  /** Output lines. */
  readonly children: ReactNode
  readonly output?: Ref<HTMLOListElement>
  /** Called when the pointer or the focus moves over the output, and when the pointer leaves it. */
  readonly onPoint?: (event: SyntheticEvent) => void
  /** Commands that run it in the reader's own folder. */
  readonly local: string
}

export function ExampleFrame({
  title,
  actions,
  code,
  status,
  verdict,
  hasRun = false,
  output,
  onPoint,
  children,
  local,
}: ExampleFrameProps) {
  return (
    <>
      <div className="example-head">
        <p className="example-title">{title}</p>
        <div className="example-actions needs-script">{actions}</div>
      </div>
      <div className="example-code">{code}</div>
      <div className="example-result" data-run={hasRun || undefined}>
        {verdict}
        <div className="example-status">{status}</div>
      </div>
      <ol
        className="example-output"
        ref={output}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Output of ${title}`}
        onPointerOver={onPoint}
        onPointerLeave={onPoint}
        onFocus={onPoint}
      >
        {children}
      </ol>
      <details className="example-local">
        <summary>Run it with the local server</summary>
        {local.includes(CHECKOUT) ? (
          <p>In a checkout of the repository, run the file against a server with its own state:</p>
        ) : (
          <p>
            Press Edit, and save the whole program as <code>{local.split(' ').at(-1)}</code> in a folder with
            the <a href="/sdks/introduction#install">installed packages</a>. Run it against a server with its
            own state:
          </p>
        )}
        <Command text={local} />
      </details>
    </>
  )
}

/** The page's script handles the copy button, with or without the island. */
function Command({ text }: { readonly text: string }) {
  return (
    <figure className="code" data-lang="sh">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          <span className="line">{breakable(text)}</span>
        </code>
      </pre>
      <button className="copy needs-script" type="button" data-copy="">
        Copy
      </button>
    </figure>
  )
}
