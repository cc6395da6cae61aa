/** Marks the middle of each long hash or id, which the style sheet replaces with `…`. Selections and copies have all of it. */
export function Shortened({ text }: { readonly text: string }) {
  const pieces = text.split(
    /((?<=0x[\da-f]{4})[\da-f]{20,}|(?<=\b[\da-f]{4})[\da-f]{100,}|(?<=\b[\da-f]{8})-[\da-f-]{23})(?=[\da-f]{4})/i,
  )
  return pieces.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
      <span className="cut" key={index}>
        {part}
      </span>
    ),
  )
}
