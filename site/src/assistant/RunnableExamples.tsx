/** The examples of the page that an answer cites, to be run beside it. */

import { queryWords, tokenize } from '@keywright/search'
import { useEffect, useState } from 'react'
import { GALLERY_FILE, type GalleryEntry } from '../gallery/entries.tsx'
import { RunInPlace } from '../runner/RunInPlace.tsx'
import { contentOf } from './question.ts'

const MOST = 2

let fetched: Promise<readonly GalleryEntry[]> | undefined

interface Props {
  readonly route: string
  readonly question: string
}

export default function RunnableExamples({ route, question }: Props) {
  const [examples, setExamples] = useState<readonly GalleryEntry[]>([])
  useEffect(() => {
    let isCurrent = true
    // An answer without an example is an answer.
    readExamples().then(
      (all) => isCurrent && setExamples(examplesFor(all, route, question)),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [route, question])
  if (examples.length === 0) return null
  return (
    <div className="assistant-examples">
      <p>Run it here, in the sandbox</p>
      {examples.map((entry) => (
        <div key={entry.id}>
          <p>{entry.title}</p>
          <RunInPlace entry={entry} />
        </div>
      ))}
    </div>
  )
}

/** Those of the page that a browser runs, the likest to the question first. */
export function examplesFor(
  all: readonly GalleryEntry[],
  route: string,
  question: string,
): readonly GalleryEntry[] {
  const asked = queryWords(contentOf(question)).map(({ whole }) => whole)
  const likeness = ({ title, about, result }: GalleryEntry) => {
    const words = new Set(tokenize(`${title} ${about} ${result}`))
    return asked.filter((word) => words.has(word)).length
  }
  return all
    .filter(({ pages, runsIn }) => runsIn === 'page' && pages.includes(route))
    .sort((a, b) => likeness(b) - likeness(a))
    .slice(0, MOST)
}

function readExamples(): Promise<readonly GalleryEntry[]> {
  fetched ??= fetch(GALLERY_FILE).then((answer) => {
    if (!answer.ok) throw new Error(`${GALLERY_FILE} answered ${answer.status}`)
    return answer.json() as Promise<readonly GalleryEntry[]>
  })
  fetched.catch(() => {
    fetched = undefined
  })
  return fetched
}
