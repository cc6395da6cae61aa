/** The gallery: filters all examples and runs them in place. */
import { useState } from 'react'
import { fetchJson } from '../../shared/fetchJson.ts'
import type { IslandProps } from '../../shared/island.ts'
import { typedWords } from '../../shared/typedWords.ts'
import { RunInPlace } from '../runner/RunInPlace.tsx'
import { Entry, GALLERY_FILE, type GalleryEntry } from './entries.tsx'

export const prepare = () => fetchJson<readonly GalleryEntry[]>(GALLERY_FILE, { member: 'length' })

export default function GalleryIsland({ data }: IslandProps<readonly GalleryEntry[]>) {
  const [words, setWords] = useState('')
  const wanted = typedWords(words)
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
            {entry.runsIn === 'page' ? <RunInPlace entry={entry} /> : <InNode entry={entry} />}
          </Entry>
        ))}
      </ul>
    </>
  )
}

/** For examples that need a terminal or files. */
const InNode = ({ entry: { file } }: { readonly entry: GalleryEntry }) => (
  <p className="gallery-facts">
    Runs in Node: <code>npx tsx examples/{file}</code>
  </p>
)
