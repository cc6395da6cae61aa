/** An entry of the example list, for the page without scripts and for the filtered list. */
import type { ReactNode } from 'react'

/** One example from `/runner/examples.json`. */
export interface GalleryEntry {
  readonly id: string
  readonly file: string
  readonly title: string
  readonly about: string
  readonly result: string
  readonly imports: readonly string[]
  /** Pages that show the example. */
  readonly pages: readonly { readonly route: string; readonly title: string }[]
  readonly runsIn: 'page' | 'node'
}

export const GALLERY_FILE = '/runner/examples.json'

interface EntryProps {
  readonly entry: GalleryEntry
  /** The run button and the running example. */
  readonly children?: ReactNode
}

export function Entry({ entry: { file, title, about, result, imports, pages }, children }: EntryProps) {
  return (
    <li className="gallery-entry">
      <p className="gallery-title">{title}</p>
      <p>{about}</p>
      <p className="gallery-facts">
        Result: {result}. <code>{file}</code>, with {imports.join(', ')}.
        {pages.map(({ route, title: page }) => (
          <span key={route}>
            {' '}
            <a href={route}>{page}</a>
          </span>
        ))}
      </p>
      {children}
    </li>
  )
}
