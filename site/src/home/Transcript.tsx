/** What somebody typed and what came of it, stage by stage; a copy button takes the commands alone. */
import { Fragment } from 'react'
import { Shape } from '../runner/lines.tsx'
import { readTranscript, type Step } from './transcripts.ts'

export function Transcript({ of }: { readonly of: string }) {
  return (
    <ol className="transcript">
      {readTranscript(of).map(({ title, steps }) => (
        <li key={title}>
          <figure className="code" data-lang="console">
            <figcaption>{title}</figcaption>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
            <pre tabIndex={0}>
              <code>{steps.map(lines)}</code>
            </pre>
            <button
              className="copy needs-script"
              type="button"
              data-copy={steps.map(({ command }) => command).join('\n')}
            >
              Copy
            </button>
          </figure>
        </li>
      ))}
    </ol>
  )
}

function lines({ command, printed }: Step) {
  return (
    <Fragment key={command}>
      <span className="line typed">{`${command}\n`}</span>
      {printed.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <span className="line printed" key={index} {...(isVerdict(line) && { 'data-good': '' })}>
          {isVerdict(line) && <Shape tone="good" />}
          {`${line}\n`}
        </span>
      ))}
    </Fragment>
  )
}

const isVerdict = (line: string): boolean => line.startsWith('valid signature by ')
