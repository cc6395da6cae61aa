/** Prose from the contract. Text in backticks becomes code. Other markup isn't supported. */
import { InlineCode } from './InlineCode.tsx'

export function InlineText({ children }: { readonly children: string }) {
  return children.split(/`([^`]+)`/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
    index % 2 === 1 ? <InlineCode key={index}>{part}</InlineCode> : part,
  )
}
