/** A button that turns into a running example. */
import { useState } from 'react'
import type { GalleryEntry } from '../gallery/entries.tsx'
import type { RunnableExample } from '../sandbox/exampleFile.ts'
import { prepareExample } from './prepareExample.ts'
import { Runner } from './Runner.tsx'
import { readyExample } from './runInPage.ts'
import { runLocally } from './runLocally.ts'

/** Shows the runner after the first click. */
export function RunInPlace({ entry }: { readonly entry: GalleryEntry }) {
  const { id, title, file } = entry
  const [example, setExample] = useState<RunnableExample>()
  const [problem, setProblem] = useState<string>()
  if (example) {
    return (
      <section className="example" aria-label={`Example: ${title}`}>
        <Runner title={title} file={`examples/${file}`} local={runLocally(entry)} data={example} runsAtOnce />
      </section>
    )
  }
  const ahead = () => void readyExample(id)
  const open = () => {
    ahead()
    return prepareExample(id).then(setExample, (error: Error) => setProblem(error.message))
  }
  return (
    <p className="example-actions">
      <button type="button" className="run-button" onPointerEnter={ahead} onFocus={ahead} onClick={open}>
        Run<span className="visually-hidden"> {title}</span>
      </button>
      {problem && <span role="alert">{problem}</span>}
    </p>
  )
}
