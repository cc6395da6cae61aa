/** Text with clickable URLs. */
import { Fragment } from 'react'

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/

export function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((piece, i) => (
    // Odd pieces are URLs.
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other key
    <Fragment key={i}>
      {i % 2 === 0 ? (
        piece
      ) : (
        <a href={piece} target="_blank" rel="noreferrer">
          {piece}
        </a>
      )}
    </Fragment>
  ))
}
