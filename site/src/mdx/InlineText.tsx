/** Prose from the contract's words: text in backticks becomes code, nothing else is markup. */

export function InlineText({ children }: { readonly children: string }) {
  return children.split(/`([^`]+)`/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
}
