/** Prose from the contract's words: text in backticks becomes code, nothing else is markup. */
import { InlineCode } from './InlineCode.tsx'

export function InlineText({ children }: { readonly children: string }) {
  return children.split(/`([^`]+)`/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
    index % 2 === 1 ? <InlineCode key={index}>{part}</InlineCode> : part,
  )
}
