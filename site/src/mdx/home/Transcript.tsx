/** A terminal transcript with one tab per stage. Long hashes are shortened on screen and copied whole. */
import { Fragment } from 'react'
import { Shape } from '../../widgets/runner/lines.tsx'
import { Shortened } from '../../widgets/runner/Shortened.tsx'
import { Tab, Tabs } from '../Tabs.tsx'
import { readTranscript, type Step } from './stages.ts'

/** Selects the last stage initially, because it ends with the verified signature. */
export function Transcript() {
  const stages = readTranscript()
  return (
    <div className="transcript">
      <Tabs id="transcript" label="Commands" first={stages.length - 1}>
        {stages.map(({ title, steps }) => {
          const [label, where] = title.split(': ') as [string, string]
          return (
            <Tab key={label} label={label}>
              <figure className="code" data-lang="console">
                <figcaption>{where}</figcaption>
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
            </Tab>
          )
        })}
      </Tabs>
    </div>
  )
}

function lines({ command, printed }: Step) {
  return (
    <Fragment key={command}>
      <span className="line typed">
        {command.split(/("[^"]*")/).map((part, index) => (
          // A line doesn't end in quotes. They are the odd parts.
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <span key={index} className={index % 2 === 1 ? 'unit' : undefined}>
            <Shortened text={part} />
          </span>
        ))}
        {'\n'}
      </span>
      {printed.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <span className="line printed" key={index} {...(isVerdict(line) && { 'data-good': '' })}>
          {isVerdict(line) && <Shape tone="good" />}
          <Shortened text={line} />
          {'\n'}
        </span>
      ))}
    </Fragment>
  )
}

const isVerdict = (line: string): boolean => line.startsWith('valid signature by ')
