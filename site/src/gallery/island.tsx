/** The gallery: all examples, found by words, each run in its place. */
import { useState } from 'react'
import { prepareExample } from '../runner/prepareExample.ts'
import { Runner } from '../runner/Runner.tsx'
import type { RunnableExample } from '../sandbox/exampleFile.ts'
import type { IslandProps } from '../shell/island.ts'
import { Entry, GALLERY_FILE, type GalleryEntry } from './entries.tsx'

export async function prepare(): Promise<GalleryEntry[]> {
  const answer = await fetch(GALLERY_FILE)
  if (!answer.ok) throw new Error(`${GALLERY_FILE} answered ${answer.status}`)
  return answer.json()
}

export default function GalleryIsland({ data }: IslandProps<GalleryEntry[]>) {
  const [words, setWords] = useState('')
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = data.filter(({ id, title, about, result, imports }) => {
    const text = [id, title, about, result, ...imports].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  return (
    <>
      <p className="gallery-filter">
        <label>
          Filter examples{' '}
          <input type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        </label>{' '}
        <span role="status">
          {shown.length} of {data.length}
        </span>
      </p>
      <ul className="gallery">
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry}>
            {entry.runsIn === 'page' ? <InPlace entry={entry} /> : <InNode entry={entry} />}
          </Entry>
        ))}
      </ul>
    </>
  )
}

/** What needs a terminal, or a machine's files. */
const InNode = ({ entry: { file } }: { readonly entry: GalleryEntry }) => (
  <p className="gallery-facts">
    Runs in Node: <code>npx tsx examples/{file}</code>
  </p>
)

/** The runner, once it was asked for. */
function InPlace({ entry: { id, title, file } }: { readonly entry: GalleryEntry }) {
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
