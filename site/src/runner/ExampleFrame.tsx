/** What an example looks like, before scripts and while it runs. */
import type { ReactNode, Ref } from 'react'

interface ExampleFrameProps {
  readonly title: string
  /** Buttons. */
  readonly actions: ReactNode
  /** The source, or the editor. */
  readonly code: ReactNode
  /** One line above the output. */
  readonly status: ReactNode
  /** Items of the list of what came of it. */
  readonly children: ReactNode
  readonly output?: Ref<HTMLOListElement>
  /** File below the repository's root. */
  readonly file: string
}

export function ExampleFrame({ title, actions, code, status, output, children, file }: ExampleFrameProps) {
  return (
    <>
      <div className="example-head">
        <p className="example-title">{title}</p>
        <div className="example-actions needs-script">{actions}</div>
      </div>
      <div className="example-code">{code}</div>
      <div className="example-status">{status}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ol className="example-output" ref={output} tabIndex={0} aria-label={`Output of ${title}`}>
        {children}
      </ol>
      <details className="example-local">
        <summary>Open with the local server</summary>
        <p>In a checkout of the repository, this runs the file against a server with state of its own:</p>
        <Command text={`npx keywright exec -- npx tsx ${file}`} />
      </details>
    </>
  )
}

/** The script of the page copies it, before the island is there and after. */
function Command({ text }: { readonly text: string }) {
  return (
    <figure className="code" data-lang="sh">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          <span className="line">{text}</span>
        </code>
      </pre>
      <button className="copy needs-script" type="button" data-copy="">
        Copy
      </button>
    </figure>
  )
}
