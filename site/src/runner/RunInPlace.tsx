/** A button that becomes an example, running. */
import { useState } from 'react'
import type { GalleryEntry } from '../gallery/entries.tsx'
import type { RunnableExample } from '../sandbox/exampleFile.ts'
import { prepareExample } from './prepareExample.ts'
import { Runner } from './Runner.tsx'

/** The runner, once it was asked for. */
export function RunInPlace({ entry: { id, title, file } }: { readonly entry: GalleryEntry }) {
  const [example, setExample] = useState<RunnableExample>()
  const [problem, setProblem] = useState<string>()
  if (example) {
    return (
      <section className="example" aria-label={`Example: ${title}`}>
        <Runner title={title} file={`examples/${file}`} data={example} runsAtOnce />
      </section>
    )
  }
  const open = () => prepareExample(id).then(setExample, (error: Error) => setProblem(error.message))
  return (
    <p className="example-actions">
      <button type="button" className="run-button" onClick={open}>
        Run<span className="visually-hidden"> {title}</span>
      </button>
      {problem && <span role="alert">{problem}</span>}
    </p>
  )
}
