/** A program from the examples folder: its source, its recorded output and the place to run it. */
import { type Example as Entry, readExamples, readRecording, readSource } from '@keywright/examples'
import { ExampleFrame } from '../widgets/runner/ExampleFrame.tsx'
import { callOfPath, PrintedLine, RequestHead } from '../widgets/runner/lines.tsx'
import { printedText } from '../widgets/runner/printedText.ts'
import { runLocally } from '../widgets/runner/runLocally.ts'
import { clientLines, shownLines, shownSource } from '../widgets/runner/shownSource.ts'
import { CodeBlock } from './elements.tsx'

/** Lines that fit into the box of an example. The rest is hidden until the reader expands it. */
const LINES_AT_FIRST = 18

/** Valid ids for `<Example id>`. */
export const exampleIds = (): readonly string[] => readExamples().map(({ id }) => id)

/** Names of the regions of one example. */
export const regionsOf = (id: string | undefined): readonly string[] =>
  find(id)?.regions.map(({ name }) => name) ?? []

const find = (id: string | undefined): Entry | undefined => readExamples().find((one) => one.id === id)

export function Example({ id, region }: { readonly id: string; readonly region?: string }) {
  const example = find(id)!
  const source = readSource(example.file)
  const lines = example.regions.find(({ name }) => name === region)
  const shown = lines ? shownLines(source, lines) : shownSource(source)
  const recording = readRecording(id)
  const language = example.file.endsWith('.tsx') ? 'tsx' : 'ts'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group that isn't part of a form needs no fieldset
    <section
      className="example"
      {...(example.runsIn === 'page' && { 'data-island': 'runner' })}
      data-example={id}
      data-region={region}
      data-title={example.title}
      data-file={`examples/${example.file}`}
      data-local={runLocally(example)}
      // A group instead of a landmark, because a page has dozens, some with the same name.
      role="group"
      aria-label={`Example: ${example.title}`}
    >
      <ExampleFrame
        title={example.title}
        local={runLocally(example)}
        actions={
          example.runsIn === 'page' && (
            <>
              <button type="button" data-opens="runner" data-action="edit">
                Edit
              </button>
              <button type="button" className="run-button" data-opens="runner" data-action="run">
                Run
              </button>
            </>
          )
        }
        code={<Code text={shown} lang={language} fold={lines ? 0 : clientLines(source, example.regions)} />}
        status={
          <span>
            {recording ? 'Recorded from the last test run' : 'Not run yet'}
            {region !== undefined && '. Excerpt: press Edit to see the whole program'}
          </span>
        }
      >
        {recording?.printed.map(({ level, values }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <PrintedLine key={`p${index}`} level={level} text={printedText(level, values)} />
        ))}
        {recording?.exchanges.map(({ path, status, stampedBy, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <li className="run-line" data-kind="request" key={`r${index}`}>
            <RequestHead call={callOfPath(path)} status={status} activityStatus={statusOf(answer)}>
              {stampedBy && <span className="run-aside">{stampedBy}</span>}
            </RequestHead>
          </li>
        ))}
      </ExampleFrame>
    </section>
  )
}

interface CodeProps {
  readonly text: string
  readonly lang: string
  readonly fold: number
}

/** The code, with controls that expand its hidden parts without scripts. */
function Code({ text, lang, fold }: CodeProps) {
  const lines = text.split('\n').length - fold
  return (
    <>
      {fold > 0 && (
        <details className="example-more" data-of="client">
          <summary>{fold} lines: create the client</summary>
        </details>
      )}
      <CodeBlock code={text} lang={lang} fold={fold} />
      {lines > LINES_AT_FIRST && (
        <details className="example-more" data-of="all">
          <summary>
            <span className="when-closed">Show all {lines} lines</span>
            <span className="when-open">Show fewer lines</span>
          </summary>
        </details>
      )}
    </>
  )
}

const statusOf = (answer: unknown): string | undefined => Object(Object(answer).activity).status
