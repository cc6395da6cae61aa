/** The examples of the page that an answer cites, to be run beside it, in the sandbox. */

import { queryWords, tokenize } from '@keywright/search'
import { useEffect, useState } from 'react'
import type { GalleryEntry } from '../gallery/entries.tsx'
import { readGallery } from '../gallery/readGallery.ts'
import { RunInPlace } from '../runner/RunInPlace.tsx'
import { contentOf } from './question.ts'

const MOST = 2

let fetched: Promise<readonly GalleryEntry[]> | undefined

interface Props {
  readonly route: string
  readonly question: string
}

type Found = readonly GalleryEntry[] | 'looking' | 'failed'

export default function RunnableExamples({ route, question }: Props) {
  const [found, setFound] = useState<Found>('looking')
  useEffect(() => {
    let isCurrent = true
    readExamples().then(
      (all) => isCurrent && setFound(examplesFor(all, route, question)),
      () => isCurrent && setFound('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [route, question])
  if (found === 'looking') return <p>Fetching the examples…</p>
  if (found === 'failed')
    return <p role="alert">The examples could not be fetched. Close and open this to try again.</p>
  if (found.length === 0) return <p>No example of this page runs in a browser.</p>
  return found.map((entry) => (
    <div key={entry.id}>
      <p>{entry.title}</p>
      <RunInPlace entry={entry} />
    </div>
  ))
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
  fetched ??= readGallery()
  fetched.catch(() => {
    fetched = undefined
  })
  return fetched
}
