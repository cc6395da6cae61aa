import { MIDDLES } from '../../shared/middles.ts'

/** Marks the middle of each long hash or id, which the style sheet replaces with `…`. Selections and copies have all of it. */
export function Shortened({ text }: { readonly text: string }) {
  const pieces = text.split(new RegExp(`(${MIDDLES.source})`, 'i'))
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
