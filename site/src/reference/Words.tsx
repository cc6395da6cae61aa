import { Fragment } from 'react'

/** Text of the contract, in which backticks set code. */
export function Words({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
    index % 2 === 1 ? <code key={index}>{piece}</code> : <Fragment key={index}>{piece}</Fragment>,
  )
}
