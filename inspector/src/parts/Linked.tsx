/** A text as it was sent, in which addresses can be followed. */
import { Fragment } from 'react'

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/

export function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((piece, i) => (
    // Every second piece is an address.
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
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
